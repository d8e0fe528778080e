/** Makes screen readers read a text. */
export function announce(text: string) {
  const status = document.querySelector('#page-status') ?? document.createElement('p')
  if (!status.id) {
    status.id = 'page-status'
    status.className = 'visually-hidden'
    status.setAttribute('role', 'status')
    document.querySelector('main')?.append(status)
  }
  status.textContent = text
}
