/**
 * Marks the first text field of a form as the one to focus when a dialog opens. Use it as the `ref`
 * of the form. Fields that would open a list on focus are skipped.
 */
export const focusFirstField = (form: HTMLFormElement | null) =>
  form
    ?.querySelector('input:not([readonly], [type=checkbox]), textarea')
    ?.setAttribute('data-autofocus', '')
