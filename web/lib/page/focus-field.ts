/** Focuses a field. Opens the card that hides it, as browsers only do for links and searches. */
export function focusField(field: HTMLElement | null | undefined) {
  field?.closest('details')?.setAttribute('open', '')
  field?.focus()
}
