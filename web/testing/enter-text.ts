import userEvent from '@testing-library/user-event'

/**
 * Enters a text behind the content of a field at once. `userEvent.type` renders the page again for
 * each character, so only tests of a field itself need it.
 */
export async function enterText(field: Element, text: string): Promise<void> {
  await userEvent.click(field)
  await userEvent.paste(text)
}
