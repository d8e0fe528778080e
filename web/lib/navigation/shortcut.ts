import type { ParseKeys } from 'i18next'
import type { Permission } from '#contract/lib/permission.ts'
import { showCustomizer } from '../preference/customizer-open.ts'
import { layoutNow } from '../preference/layout.ts'
import { creationAt, creations, places } from './place.ts'

/** What a shortcut can do to the frame. `path` is where one is. */
export type Frame = {
  path: string
  go: (to: string) => void
  search: () => void
  sheet: () => void
}

export type Shortcut = {
  /** Pressed one after the other; `mod+k` is Ctrl, on Apple's keyboards ⌘. */
  keys: readonly string[]
  label: ParseKeys
  group: 'general' | 'go' | 'create'
  can?: Permission | undefined
  /** Answers false where it means nothing. */
  run: (frame: Frame) => unknown
}

/** Every shortcut there is: the handler, the sheet and the hints read this list. */
export const shortcuts: readonly Shortcut[] = [
  {
    keys: ['mod+k'],
    label: 'search.shortcut.search',
    group: 'general',
    run: ({ search }) => search(),
  },
  { keys: ['/'], label: 'search.shortcut.search', group: 'general', run: ({ search }) => search() },
  { keys: ['?'], label: 'search.shortcut.sheet', group: 'general', run: ({ sheet }) => sheet() },
  {
    keys: [','],
    label: 'shell.customizer.shortcut',
    group: 'general',
    run: () => showCustomizer(),
  },
  ...places.flatMap(({ key, to, label, can }): Shortcut[] =>
    key ? [{ keys: ['g', key], label, can, group: 'go', run: ({ go }) => go(to) }] : [],
  ),
  {
    keys: ['c'],
    label: 'search.shortcut.create',
    group: 'create',
    run: ({ path, go }) => {
      const here = creationAt(path)
      return here ? go(here.to) : false
    },
  },
  ...creations.flatMap(({ key, to, label, can }): Shortcut[] =>
    key ? [{ keys: ['c', key], label, can, group: 'create', run: ({ go }) => go(to) }] : [],
  ),
]

/** The keys that lead to a page, for hints beside its name. */
export const keysTo = (to: string): readonly string[] | undefined => {
  const place = places.find(one => one.to === to)
  return place?.key ? ['g', place.key] : undefined
}

const isApple = /mac|iphone|ipad/i.test(navigator.userAgent)
/** A key as it is printed on this keyboard, in parts to be drawn beside each other. */
export const printed = (key: string) =>
  key
    .split('+')
    .map(part =>
      part === 'mod' ? (isApple ? '⌘' : 'Ctrl') : part.length === 1 ? part.toUpperCase() : part,
    )

/** The key that was pressed as the list names it. On a keyboard of another script the letter printed in its place counts. */
export function keyOf({
  key,
  code,
  ctrlKey,
  metaKey,
}: Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey'>): string {
  const isPlain = /^[\u0020-\u007e]$/.test(key)
  const letter = isPlain ? key : (/^Key([A-Z])$/.exec(code)?.[1] ?? key)
  const isMod = ctrlKey || metaKey
  return isMod || !isPlain ? `${isMod ? 'mod+' : ''}${letter.toLowerCase()}` : letter
}

const typing =
  'input, textarea, select, [contenteditable=""], [contenteditable="true"], [role="textbox"], [role="combobox"], [role="listbox"], [role="menu"]'
/** Whether keys belong to somebody else just now: a field, an open menu, a dialog. */
export function isTaken(target: EventTarget | null): boolean {
  if (document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]')) return true
  return target instanceof Element && target.closest(typing) !== null
}

const isChord = (keys: readonly string[]) => keys[0]?.includes('+') ?? false

/**
 * Follows what is pressed; gives the listener for `keydown`. A second key must come within a moment. Shortcuts of single keys
 * can be turned off: speech input types letters that nobody pressed (WCAG 2.1.4).
 */
export function followKeys(frame: () => Frame, may: (permission: Permission) => boolean) {
  let begun: { key: string; at: number } | undefined
  return (event: KeyboardEvent) => {
    if (
      event.defaultPrevented ||
      event.isComposing ||
      event.repeat ||
      event.altKey ||
      event.key === 'Shift'
    )
      return
    const pressed = keyOf(event)
    const keys =
      begun && !pressed.includes('mod+') && event.timeStamp - begun.at < 1500
        ? [begun.key, pressed]
        : [pressed]
    begun = undefined
    const known = shortcuts.filter(
      ({ keys: wanted, can }) =>
        wanted[0] === keys[0] && (isChord(wanted) || layoutNow().shortcuts) && (!can || may(can)),
    )
    if (
      known.length === 0 ||
      (isChord(known[0]?.keys ?? [])
        ? document.querySelector('[role="dialog"]')
        : isTaken(event.target))
    )
      return
    const meant = known.find(
      ({ keys: wanted }) =>
        wanted.length === keys.length && wanted.every((key, at) => key === keys[at]),
    )
    if (meant && meant.run(frame()) !== false) event.preventDefault()
    else if (keys.length === 1) begun = { key: pressed, at: event.timeStamp }
  }
}
