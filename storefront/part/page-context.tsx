import { createContext, useContext } from 'react'
import { getMinorUnitDigits } from '#contract/lib/money.ts'
import type { StorefrontFrame } from '#contract/storefront-page.ts'
import type { StorefrontTexts } from '../locales/en.ts'
import { texts } from '../locales/texts.ts'

const FrameContext = createContext<StorefrontFrame | undefined>(undefined)
export const FrameProvider = FrameContext.Provider

export function useFrame(): StorefrontFrame {
  const frame = useContext(FrameContext)
  if (!frame) throw new Error('A part of a page needs the frame.')
  return frame
}

/** Returns the texts in the language of the page. */
export const useTexts = (): StorefrontTexts => texts[useFrame().language]

/** Returns a function that formats an amount in minor units. */
export function useMoney(): (amount: number) => string {
  const { store } = useFrame()
  const formatter = getFormatter(store.locale, store.currency)
  const divisor = 10 ** getMinorUnitDigits(store.currency)
  return amount => formatter.format(amount / divisor)
}

const formatters = new Map<string, Intl.NumberFormat>()

/** Creating a formatter takes longer than rendering a page. */
function getFormatter(locale: string, currency: string): Intl.NumberFormat {
  const key = `${locale} ${currency}`
  const formatter =
    formatters.get(key) ?? new Intl.NumberFormat(locale, { style: 'currency', currency })
  formatters.set(key, formatter)
  return formatter
}
