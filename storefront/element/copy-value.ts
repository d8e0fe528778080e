import { announce } from './announce.ts'

/** Shows a button beside values such as an account number, which copies the value. */
for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
  button.hidden = navigator.clipboard === undefined
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.dataset['copy'] ?? '')
    const label = button.textContent
    button.textContent = button.dataset['copied'] ?? label
    announce(button.textContent ?? '')
    setTimeout(() => {
      button.textContent = label
    }, 2000)
  })
}
