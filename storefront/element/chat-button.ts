// Opens the chat of the store. Its script and its styles load when a shopper opens it, and again on the
// next page if the chat is still open.
import { readTabItem, storeTabItem } from './tab-storage.ts'

const button = document.querySelector<HTMLElement>('.chat-button')

if (button) {
  const open = async (isPressed: boolean) => {
    const { openChat } = await import('./chat/chat-panel.ts')
    openChat(button, { isPressed, onChange: isOpen => storeTabItem('chat', isOpen ? 'open' : '') })
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
  if (readTabItem('chat') === 'open') void open(false)
}
