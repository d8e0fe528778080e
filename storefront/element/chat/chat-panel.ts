import {
  chatMessagesPath,
  chatPollMs,
  type ShopperChat,
  type ShopperChatError,
} from '#contract/storefront/storefront-chat.ts'
import styles from './chat.css?inline'
import { createMessage } from './create-message.ts'

let chat: ReturnType<typeof createChat> | undefined

type Opening = {
  isPressed: boolean
  /** Called when the chat is opened or closed. */
  onChange: (isOpen: boolean) => void
}

/** Opens the chat, or closes it if it is open. */
export function openChat(button: HTMLElement, { isPressed, onChange }: Opening) {
  chat ??= createChat(button, onChange)
  if (chat.isOpen()) chat.close()
  else chat.open(isPressed)
}

function createChat(button: HTMLElement, onChange: Opening['onChange']) {
  const panel = clonePanel()
  const log = find(panel, '.chat-log', HTMLElement)
  // Screen readers read new messages, not those of earlier pages.
  log.ariaLive = 'off'
  const form = createForm(panel, show)
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastId = ''
  const ids = new Set<string>()

  function show({ isKnown, messages }: ShopperChat) {
    form.setKnown(isKnown)
    const added = messages.filter(({ id }) => !ids.has(id))
    for (const message of added) {
      ids.add(message.id)
      lastId = message.id
      log.append(createMessage(message, panel.dataset))
    }
    if (added.length > 0) log.scrollTop = log.scrollHeight
  }
  async function load() {
    clearTimeout(timer)
    if (!panel.open || document.visibilityState !== 'visible') return
    try {
      const reply = await fetch(`${chatMessagesPath}?after=${lastId}`)
      if (reply.ok) {
        show(await reply.json())
        setTimeout(() => log.removeAttribute('aria-live'), 500)
      }
    } catch {
      // The next attempt follows.
    }
    clearTimeout(timer)
    timer = setTimeout(load, chatPollMs)
  }
  function close() {
    panel.close()
    onChange(false)
    button.setAttribute('aria-expanded', 'false')
    button.focus()
  }
  find(panel, '.chat-close', HTMLElement).addEventListener('click', close)
  panel.addEventListener('keydown', event => {
    if (event.key === 'Escape') close()
  })
  document.addEventListener('visibilitychange', load)
  return {
    close,
    isOpen: () => panel.open,
    open(isPressed: boolean) {
      const focused = document.activeElement
      panel.show()
      // A chat that opens again with its page leaves the focus where it was.
      if (isPressed) form.focus()
      else if (focused instanceof HTMLElement) focused.focus()
      onChange(true)
      button.setAttribute('aria-expanded', 'true')
      log.scrollTop = log.scrollHeight
      void load()
    },
  }
}

function find<T extends HTMLElement>(panel: HTMLElement, selector: string, Type: new () => T): T {
  const element = panel.querySelector(selector)
  if (!(element instanceof Type)) throw new Error(`The chat has no ${selector}.`)
  return element
}

function clonePanel(): HTMLDialogElement {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  document.adoptedStyleSheets.push(sheet)
  const template = document.querySelector<HTMLTemplateElement>('#chat-template')
  const panel = template?.content.querySelector('dialog')?.cloneNode(true)
  if (!(panel instanceof HTMLDialogElement)) throw new Error('The page has no chat.')
  document.body.append(panel)
  return panel
}

/** The form of the chat. A text that was not sent stays in it. */
function createForm(panel: HTMLElement, onSent: (chat: ShopperChat) => void) {
  const form = find(panel, 'form', HTMLFormElement)
  const field = find(form, 'textarea', HTMLTextAreaElement)
  const person = find(form, '.chat-person', HTMLFieldSetElement)
  const error = find(form, '.form-error', HTMLElement)
  let attempt = { text: '', key: '' }
  let isSending = false

  function showError(code: ShopperChatError['error'] | undefined) {
    error.hidden = code === undefined
    const name = code === 'email' || code === 'limit' ? code : 'failed'
    error.textContent = panel.dataset[name] ?? ''
  }
  const setKnown = (isKnown: boolean) => {
    person.hidden = isKnown
    person.disabled = isKnown
  }
  async function send() {
    const text = field.value
    if (isSending || text.trim() === '') return
    isSending = true
    // A request without a reply can have sent the message already.
    if (attempt.text !== text) attempt = { text, key: crypto.randomUUID() }
    const fields = new FormData(form)
    const body = new URLSearchParams({ key: attempt.key, text })
    for (const name of ['name', 'email', 'website']) {
      const value = fields.get(name)
      if (typeof value === 'string' && value !== '') body.set(name, value)
    }
    const result = await post(form.action, body)
    isSending = false
    if ('error' in result) {
      if (result.error === 'email') setKnown(false)
      return showError(result.error)
    }
    if (field.value === text) field.value = ''
    showError(undefined)
    onSent(result)
  }
  form.addEventListener('submit', event => {
    event.preventDefault()
    void send()
  })
  field.addEventListener('keydown', event => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
    event.preventDefault()
    if (form.reportValidity()) void send()
  })
  return { setKnown, focus: () => field.focus() }
}

async function post(
  action: string,
  body: URLSearchParams,
): Promise<ShopperChat | ShopperChatError> {
  try {
    // Tabs take turns, so that two first messages do not start two chats.
    const request = async () => (await fetch(action, { method: 'POST', body })).json()
    return await ('locks' in navigator ? navigator.locks.request('chat', request) : request())
  } catch {
    return { error: 'failed' }
  }
}
