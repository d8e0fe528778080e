import { useSyncExternalStore } from 'react'
import { directionOf, onLanguage, shownLanguage } from './language.ts'

export const skins = ['light', 'dark', 'bordered', 'semi-dark'] as const
export type Skin = (typeof skins)[number]
type Direction = 'ltr' | 'rtl'

const listeners = new Set<() => void>()
const announce = () => {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  const onStorage = (event: StorageEvent) => {
    if (event.key !== 'skin' && event.key !== 'direction' && event.key !== 'menuCollapsed') return
    draw()
    listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}

const skinNow = (): Skin => skins.find(skin => skin === localStorage.getItem('skin')) ?? 'light'
/** What the person chose; otherwise the way the language is written. */
const directionNow = (): Direction => {
  const chosen = localStorage.getItem('direction')
  return chosen === 'rtl' || chosen === 'ltr' ? chosen : directionOf(shownLanguage())
}
const isCollapsedNow = () => localStorage.getItem('menuCollapsed') === 'true'

/** Puts the choices on the page; `public/skin.js` does the same before the first paint. */
function draw() {
  const page = document.documentElement
  page.dataset.skin = skinNow()
  page.dataset.menu = isCollapsedNow() ? 'collapsed' : 'open'
  page.dir = directionNow()
}

function keep(key: 'skin' | 'direction' | 'menuCollapsed', value: string) {
  localStorage.setItem(key, value)
  draw()
  announce()
}

onLanguage(() => {
  draw()
  announce()
})

export const useSkin = () => useSyncExternalStore(subscribe, skinNow)
export const useDirection = () => useSyncExternalStore(subscribe, directionNow)
export const useMenuCollapsed = () => useSyncExternalStore(subscribe, isCollapsedNow)

export const setSkin = (skin: Skin) => keep('skin', skin)
export const setMenuCollapsed = (isCollapsed: boolean) => keep('menuCollapsed', String(isCollapsed))
