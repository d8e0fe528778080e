// Opens the chat of the store. Its script and its styles load when a shopper opens it, and again on the
// next page if the chat is still open.
const button = document.querySelector<HTMLElement>('.chat-button')

if (button) {
  const open = async (isPressed: boolean) => {
    const { openChat } = await import('./chat/chat-panel.ts')
    openChat(button, isPressed)
  }
  button.hidden = false
  button.setAttribute('role', 'button')
  button.setAttribute('aria-expanded', 'false')
  button.addEventListener('click', event => {
    event.preventDefault()
    void open(true)
  })
  button.addEventListener('keydown', event => {
    if (event.key !== ' ') return
    event.preventDefault()
    void open(true)
  })
  if (sessionStorage.getItem('chat') === 'open') void open(false)
}
