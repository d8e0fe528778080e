/** Makes screen readers read a text. They read nothing outside of an open dialog. */
export function announce(text: string) {
  const status = document.querySelector('#page-status') ?? document.createElement('p')
  const parent = document.querySelector('dialog:modal') ?? document.querySelector('main')
  if (!status.id) {
    status.id = 'page-status'
    status.className = 'visually-hidden'
    status.setAttribute('role', 'status')
  }
  if (status.parentNode !== parent) parent?.append(status)
  status.textContent = text
}
