import type { ParseKeys } from 'i18next'
import type { Permission } from '#contract/lib/call/permission.ts'
import { setCustomizerOpen } from '../preference/customizer-state.ts'
import { getLayout } from '../preference/layout.ts'
import { setCaptureOpen } from './capture-state.ts'
import { setHelpOpen } from './help-state.ts'
import {
  findCreateTarget,
  listCreateTargets,
  listNavigationTargets,
  type NavigationTarget,
} from './navigation-target.ts'

/** The actions of a shortcut. `path` is the current page. */
export type ShortcutContext = {
  path: string
  navigate: (to: string) => void
  openSearch: () => void
}

export type Shortcut = {
  /** A sequence of keys. `mod` is ⌘ on Apple keyboards, Ctrl on others. */
  keys: readonly string[]
  label: ParseKeys
  group: 'general' | 'go' | 'create'
  can?: Permission | undefined
  /** Returns false when the shortcut does not apply to the current page. */
  execute: (context: ShortcutContext) => unknown
}

/** Returns all shortcuts: the key handler, the dialog and the hints share this list. */
export const listShortcuts = (): readonly Shortcut[] => [
  ...generalShortcuts,
  ...listGoShortcuts(),
  captureShortcut,
  createShortcut,
  ...listCreateShortcuts(),
]

const generalShortcuts: readonly Shortcut[] = [
  {
    keys: ['mod+k'],
    label: 'search.shortcut.search',
    group: 'general',
    execute: ({ openSearch }) => openSearch(),
  },
  {
    keys: ['/'],
    label: 'search.shortcut.search',
    group: 'general',
    execute: ({ openSearch }) => openSearch(),
  },
  {
    keys: ['?'],
    label: 'shell.menu.help',
    group: 'general',
    execute: () => setHelpOpen(),
  },
  {
    keys: [','],
    label: 'shell.customizer.shortcut',
    group: 'general',
    execute: () => setCustomizerOpen(),
  },
]

const captureShortcut: Shortcut = {
  keys: ['q'],
  label: 'search.action.task',
  group: 'create',
  can: 'task:write',
  execute: () => setCaptureOpen(),
}

/** Creates the record that belongs to the current page. */
const createShortcut: Shortcut = {
  keys: ['c'],
  label: 'search.shortcut.create',
  group: 'create',
  execute: ({ path, navigate }) => {
    const createTarget = findCreateTarget(path)
    return createTarget ? navigate(createTarget.to) : false
  },
}

const listGoShortcuts = (): Shortcut[] =>
  listNavigationTargets().flatMap(target => toShortcuts('g', 'go', target))

const listCreateShortcuts = (): Shortcut[] =>
  listCreateTargets().flatMap(target => toShortcuts('c', 'create', target))

/** Returns the shortcut that opens a target, or none if the target has no key. */
function toShortcuts(
  firstKey: string,
  group: Shortcut['group'],
  { shortcutKey, to, label, can }: Pick<NavigationTarget, 'shortcutKey' | 'to' | 'label' | 'can'>,
): Shortcut[] {
  if (!shortcutKey) return []
  return [
    {
      keys: [firstKey, shortcutKey],
      label,
      can,
      group,
      execute: ({ navigate }) => navigate(to),
    },
  ]
}

/** Returns the keys that open a page, or undefined for a page without a shortcut. */
export const findShortcutKeys = (to: string): readonly string[] | undefined => {
  const target = listNavigationTargets().find(candidate => candidate.to === to)
  return target?.shortcutKey ? ['g', target.shortcutKey] : undefined
}

const modifierLabel = /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘' : 'Ctrl'
/** Returns the labels of a key combination on this keyboard. */
export const formatKeys = (key: string) => key.split('+').map(formatKey)

function formatKey(part: string): string {
  if (part === 'mod') return modifierLabel
  return part.length === 1 ? part.toUpperCase() : part
}

/**
 * Returns the name that `listShortcuts` uses for a pressed key. On keyboards of other scripts, the
 * position of the key decides.
 */
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

const textInputSelector = [
  'input, textarea, select, [contenteditable=""], [contenteditable="true"]',
  '[role="textbox"], [role="combobox"], [role="listbox"], [role="menu"]',
].join()

/** Returns whether a field, an open menu or a dialog receives the keys. */
export function isInputFocused(target: EventTarget | null): boolean {
  if (document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]')) return true
  return target instanceof Element && target.closest(textInputSelector) !== null
}

const sequenceTimeoutMs = 1500
const isChord = (keys: readonly string[]) => keys[0]?.includes('+') ?? false

/**
 * Returns a listener for `keydown`. The second key of a sequence must follow within
 * `sequenceTimeoutMs`. Users can turn off single-key shortcuts, because speech input types letters
 * (WCAG 2.1.4).
 */
export function createKeyHandler(
  getContext: () => ShortcutContext,
  isAllowed: (permission: Permission) => boolean,
) {
  let firstKey: { key: string; pressedAt: number } | undefined
  const isAvailable = ({ keys, can }: Shortcut) =>
    (isChord(keys) || getLayout().shortcuts) && (!can || isAllowed(can))

  return (event: KeyboardEvent) => {
    if (isIgnored(event)) return
    const pressed = normalizeKey(event)
    const continuesSequence =
      firstKey &&
      !pressed.includes('mod+') &&
      event.timeStamp - firstKey.pressedAt < sequenceTimeoutMs
    const sequence = firstKey && continuesSequence ? [firstKey.key, pressed] : [pressed]
    firstKey = undefined
    const candidates = listShortcuts().filter(
      shortcut => shortcut.keys[0] === sequence[0] && isAvailable(shortcut),
    )
    const [candidate] = candidates
    if (!candidate || isBlocked(candidate, event.target)) return
    const match = candidates.find(({ keys }) => keys.join(' ') === sequence.join(' '))
    if (match && match.execute(getContext()) !== false) event.preventDefault()
    else if (sequence.length === 1) firstKey = { key: pressed, pressedAt: event.timeStamp }
  }
}

const isIgnored = (event: KeyboardEvent) =>
  event.defaultPrevented ||
  event.isComposing ||
  event.repeat ||
  event.altKey ||
  event.key === 'Shift'

/** Chords work everywhere except in dialogs. Other shortcuts are also off while the user types. */
const isBlocked = ({ keys }: Shortcut, target: EventTarget | null) =>
  isChord(keys) ? document.querySelector('[role="dialog"]') !== null : isInputFocused(target)
