/**
 * For the `ref` of a form in a dialog: the dialog gives its focus to what is marked so, else to its close button. A field
 * that opens a list would open it.
 */
export const focusFirstField = (form: HTMLFormElement | null) =>
  form
    ?.querySelector('input:not([readonly], [type=checkbox]), textarea')
    ?.setAttribute('data-autofocus', '')
