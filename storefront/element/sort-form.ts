/** Sends a form with one select as soon as another value is chosen. */
for (const form of document.querySelectorAll<HTMLFormElement>('.sort-form')) {
  form.querySelector('button')?.setAttribute('hidden', '')
  form.addEventListener('change', () => form.requestSubmit())
}
