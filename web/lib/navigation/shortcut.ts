import type { ParseKeys } from 'i18next'
import type { Permission } from '#contract/lib/permission.ts'
import { setCustomizerOpen } from '../preference/customizer-state.ts'
import { getLayout } from '../preference/layout.ts'
import { findCreateTarget, listCreateTargets, listNavigationTargets } from './navigation-target.ts'

/** What a shortcut can do to the frame. `path` is where one is. */
export type ShortcutContext = {
  path: string
  navigate: (to: string) => void
  openSearch: () => void
  openShortcutSheet: () => void
}

export type Shortcut = {
  /** Pressed one after the other; `mod+k` is Ctrl, on Apple's keyboards ⌘. */
  keys: readonly string[]
  label: ParseKeys
  group: 'general' | 'go' | 'create'
  can?: Permission | undefined
  /** Answers false where it means nothing. */
  execute: (context: ShortcutContext) => unknown
}

/** Returns all shortcuts: the key handler, the dialog and the hints share this list. */
export const listShortcuts = (): readonly Shortcut[] => [
  {
    keys: ['mod+k'],
    label: 'search.shortcut.search',
    group: 'general',
    execute: ({ openSearch: search }) => search(),
  },
  {
    keys: ['/'],
    label: 'search.shortcut.search',
    group: 'general',
    execute: ({ openSearch: search }) => search(),
  },
  {
    keys: ['?'],
    label: 'search.shortcut.sheet',
    group: 'general',
    execute: ({ openShortcutSheet: sheet }) => sheet(),
  },
  {
    keys: [','],
    label: 'shell.customizer.shortcut',
    group: 'general',
    execute: () => setCustomizerOpen(),
  },
  ...listNavigationTargets().flatMap(({ shortcutKey: key, to, label, can }): Shortcut[] =>
    key
      ? [{ keys: ['g', key], label, can, group: 'go', execute: ({ navigate: go }) => go(to) }]
      : [],
  ),
  {
    keys: ['c'],
    label: 'search.shortcut.create',
    group: 'create',
    execute: ({ path, navigate: go }) => {
      const createTarget = findCreateTarget(path)
      return createTarget ? go(createTarget.to) : false
    },
  },
  ...listCreateTargets().flatMap(({ shortcutKey: key, to, label, can }): Shortcut[] =>
    key
      ? [{ keys: ['c', key], label, can, group: 'create', execute: ({ navigate: go }) => go(to) }]
      : [],
  ),
]

/** The keys that lead to a page, for hints beside its name. */
export const shortcutFor = (to: string): readonly string[] | undefined => {
  const target = listNavigationTargets().find(one => one.to === to)
  return target?.shortcutKey ? ['g', target.shortcutKey] : undefined
}

const isApple = /mac|iphone|ipad/i.test(navigator.userAgent)
/** A key as it is printed on this keyboard, in parts to be drawn beside each other. */
export const printableKey = (key: string) =>
  key
    .split('+')
    .map(keyPart =>
      keyPart === 'mod'
        ? isApple
          ? '⌘'
          : 'Ctrl'
        : keyPart.length === 1
          ? keyPart.toUpperCase()
          : keyPart,
    )

/** The key that was pressed as the list names it. On a keyboard of another script the letter printed in its place counts. */
export function normalizeKey({
  key,
  code,
  ctrlKey,
  metaKey,
}: Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey'>): string {
  const isAscii = /^[\u0020-\u007e]$/.test(key)
  const letter = isAscii ? key : (/^Key([A-Z])$/.exec(code)?.[1] ?? key)
  const hasModifier = ctrlKey || metaKey
  return hasModifier || !isAscii ? `${hasModifier ? 'mod+' : ''}${letter.toLowerCase()}` : letter
}

const textInputSelector =
  'input, textarea, select, [contenteditable=""], [contenteditable="true"], [role="textbox"], [role="combobox"], [role="listbox"], [role="menu"]'
/** Whether keys belong to somebody else just now: a field, an open menu, a dialog. */
export function isInputFocused(target: EventTarget | null): boolean {
  if (document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]')) return true
  return target instanceof Element && target.closest(textInputSelector) !== null
}

const isChord = (keys: readonly string[]) => keys[0]?.includes('+') ?? false

/**
 * Follows what is pressed; gives the listener for `keydown`. A second key must come within a moment. Shortcuts of single keys
 * can be turned off: speech input types letters that nobody pressed (WCAG 2.1.4).
 */
export function createKeyHandler(
  getContext: () => ShortcutContext,
  isAllowed: (permission: Permission) => boolean,
) {
  let firstKey: { key: string; pressedAt: number } | undefined
  return (event: KeyboardEvent) => {
    if (
      event.defaultPrevented ||
      event.isComposing ||
      event.repeat ||
      event.altKey ||
      event.key === 'Shift'
    )
      return
    const pressed = normalizeKey(event)
    const keys =
      firstKey && !pressed.includes('mod+') && event.timeStamp - firstKey.pressedAt < 1500
        ? [firstKey.key, pressed]
        : [pressed]
    firstKey = undefined
    const candidates = listShortcuts().filter(
      ({ keys: shortcutKeys, can }) =>
        shortcutKeys[0] === keys[0] &&
        (isChord(shortcutKeys) || getLayout().shortcuts) &&
        (!can || isAllowed(can)),
    )
    if (
      candidates.length === 0 ||
      (isChord(candidates[0]?.keys ?? [])
        ? document.querySelector('[role="dialog"]')
        : isInputFocused(event.target))
    )
      return
    const matchingShortcut = candidates.find(
      ({ keys: shortcutKeys }) =>
        shortcutKeys.length === keys.length &&
        shortcutKeys.every((key, pressedAt) => key === keys[pressedAt]),
    )
    if (matchingShortcut && matchingShortcut.execute(getContext()) !== false) event.preventDefault()
    else if (keys.length === 1) firstKey = { key: pressed, pressedAt: event.timeStamp }
  }
}
