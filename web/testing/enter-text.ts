import userEvent from '@testing-library/user-event'

/**
 * Pastes a text after the content of a field. `userEvent.type` renders the page again for each
 * character, so only tests of a field itself need it.
 */
export async function enterText(field: Element, text: string): Promise<void> {
  await userEvent.click(field)
  await userEvent.paste(text)
}
