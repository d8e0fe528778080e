import { announce } from './announce.ts'
import { parsePage } from './load-styles.ts'

// Shows suggestions below the search fields while a shopper types (ARIA pattern "combobox"). Without
// it the form leads to the page of results.
const delayMs = 150
const minLength = 2
let nextId = 1

for (const form of document.querySelectorAll<HTMLFormElement>('form[role="search"]')) {
  const input = form.querySelector<HTMLInputElement>('input[name="q"]')
  if (input) addSuggestions(form, input)
}

const getOptions = (panel: HTMLElement) => [
  ...panel.querySelectorAll<HTMLElement>('[role="option"]'),
]

/** Marks an option and returns its index. Beyond both ends, no option is marked: -1. */
function selectOption(
  input: HTMLInputElement,
  options: readonly HTMLElement[],
  index: number,
): number {
  const position = (index + options.length + 1) % (options.length + 1)
  const active = position === options.length ? -1 : position
  for (const [i, option] of options.entries())
    option.setAttribute('aria-selected', String(i === active))
  options[active]?.scrollIntoView({ block: 'nearest' })
  input.setAttribute('aria-activedescendant', options[active]?.id ?? '')
  return active
}

function createPanel(form: HTMLFormElement): HTMLElement {
  const panel = document.createElement('div')
  panel.className = 'suggestions'
  panel.hidden = true
  form.append(panel)
  return panel
}

function addSuggestions(form: HTMLFormElement, input: HTMLInputElement) {
  const panel = createPanel(form)
  let timer: ReturnType<typeof setTimeout> | undefined
  let request: AbortController | undefined
  let active = -1
  input.setAttribute('role', 'combobox')
  input.setAttribute('aria-autocomplete', 'list')
  input.setAttribute('aria-expanded', 'false')
  input.autocomplete = 'off'

  function setActive(index: number) {
    active = selectOption(input, getOptions(panel), index)
  }

  function show(page?: Document) {
    panel.replaceChildren(...(page?.body.childNodes ?? []))
    const list = panel.querySelector('[role="listbox"]')
    for (const option of [list, ...getOptions(panel)])
      if (option) option.id = `suggestion-${nextId++}`
    panel.hidden = !panel.firstChild
    input.setAttribute('aria-expanded', String(!!list))
    if (list) input.setAttribute('aria-controls', list.id)
    else if (!panel.hidden) announce(panel.textContent)
    setActive(-1)
  }

  async function load(term: string) {
    request?.abort()
    request = new AbortController()
    const { signal } = request
    try {
      const reply = await fetch(`${form.action}/suggest?q=${encodeURIComponent(term)}`, { signal })
      const page = await parsePage(reply)
      if (reply.ok && !signal.aborted) show(page)
    } catch {
      // The form still works, and a newer request has aborted this one.
    }
  }

  function close() {
    clearTimeout(timer)
    request?.abort()
    show()
  }

  input.addEventListener('input', () => {
    clearTimeout(timer)
    const term = input.value.trim()
    if (term.length < minLength) close()
    else timer = setTimeout(() => void load(term), delayMs)
  })
  input.addEventListener('keydown', event => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Escape' && !panel.hidden) close()
    else if (step && !panel.hidden) setActive(active + (active < 0 && step < 0 ? 0 : step))
    else if (event.key === 'Enter' && active >= 0) getOptions(panel)[active]?.click()
    else return
    event.preventDefault()
  })
  form.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && form.contains(relatedTarget))) close()
  })
  // A click on an option would take the focus from the field first and close the list.
  panel.addEventListener('pointerdown', event => event.preventDefault())
}
