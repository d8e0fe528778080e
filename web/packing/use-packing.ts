import { useCallback, useEffect, useRef, useState } from 'react'
import {
  type PackingItem,
  type PackingLabel,
  type PackingList,
  type PackingOrder,
  packingApi,
} from '#contract/packing/packing.ts'
import { callApi, fetchFile } from '../lib/call/call-api.ts'
import { ApiError } from '../lib/call/request.ts'
import { errorMessage } from '../lib/page/toast.ts'
import { i18next } from '../lib/preference/i18n.ts'
import { openFile } from '../ui/dialog/open-file.ts'
import { findScannedItem } from './find-scanned-item.ts'
import { getPackingItemName } from './packing-item-name.ts'

/** The units of a parcel, and how it is packed. */
export type PackedUnits = {
  lines: { line: string; quantity: number }[]
  box: string
  weight: number | null
}
type Feedback = { tone: 'good' | 'bad'; text: string }

/** How often the work of other packers appears. */
const refreshMs = 20_000

const toUnits = ({ line, quantity }: PackingOrder['surplus'][number]) => ({ line, quantity })

const isInvalidLink = (error: unknown) =>
  error instanceof ApiError && error.problem.code === 'packer_link_invalid'

/** Returns the token in the fragment of the URL, which browsers send to no server. */
export function usePackerToken(): string {
  const [token, setToken] = useState(readToken)
  useEffect(function followLinks() {
    const update = () => setToken(readToken())
    window.addEventListener('hashchange', update)
    return () => window.removeEventListener('hashchange', update)
  }, [])
  return token
}

const readToken = () => new URLSearchParams(location.hash.slice(1)).get('token') ?? ''

/**
 * Returns the list of a packer link. `send` sends calls one after the other, so that fast scans are
 * counted in their order.
 */
function usePackingList(token: string) {
  const [list, setList] = useState<PackingList>()
  const [error, setError] = useState<unknown>()
  const [isInvalid, setIsInvalid] = useState(token === '')
  const lastCall = useRef<Promise<PackingList | undefined>>(Promise.resolve(undefined))
  const send = useCallback(function send(call: () => Promise<PackingList>) {
    const earlier = lastCall.current
    const reply = earlier.then(call)
    // After an error, the list is the one before.
    lastCall.current = reply.catch(() => earlier)
    return reply.then(
      next => {
        setList(next)
        setError(undefined)
        return next
      },
      failure => {
        if (isInvalidLink(failure)) setIsInvalid(true)
        throw failure
      },
    )
  }, [])
  const refresh = useCallback(
    () => send(() => callApi(packingApi.openList, { body: { token } })).catch(setError),
    [send, token],
  )
  useEffect(
    function loadAndFollowOthers() {
      if (token === '') return
      void refresh()
      const update = () => {
        if (document.visibilityState === 'visible') void refresh()
      }
      const timer = setInterval(update, refreshMs)
      document.addEventListener('visibilitychange', update)
      return () => {
        clearInterval(timer)
        document.removeEventListener('visibilitychange', update)
      }
    },
    [refresh, token],
  )
  return { list, error, isInvalid, send, refresh, getLastList: () => lastCall.current }
}

/** Returns the list of a packer link with its actions and the feedback of the last one. */
export function usePacking(token: string) {
  const { send, getLastList, ...packingList } = usePackingList(token)
  const [feedback, setFeedback] = useState<Feedback>()
  function showError(text: string) {
    navigator.vibrate?.(200)
    setFeedback({ tone: 'bad', text })
  }
  /** Shows the reason why a call failed, and the current list. */
  async function run(call: () => Promise<PackingList>, getText: (list: PackingList) => string) {
    try {
      const next = await send(call)
      setFeedback({ tone: 'good', text: getText(next) })
    } catch (failure) {
      showError(errorMessage(failure, i18next.t('ui.error.title')))
      if (!isInvalidLink(failure)) await packingList.refresh()
    }
  }
  const pick = (item: PackingItem, change: number) =>
    run(
      () => callApi(packingApi.pickItem, { body: { token, item: item._id, change } }),
      ({ items }) => describeCount(items.find(({ _id }) => _id === item._id) ?? item),
    )
  /** Counts one unit of the item with the code. */
  async function scan(code: string) {
    // The scans before can complete an item.
    const item = findScannedItem((await getLastList())?.items ?? [], code)
    if (!item) return showError(i18next.t('packing.unknownCode', { code }))
    if (item.pickedQuantity >= item.quantity)
      return showError(i18next.t('packing.alreadyPicked', { item: getPackingItemName(item) }))
    return pick(item, 1)
  }
  /** Opens a label in a new tab. A label that was deleted meanwhile disappears from the list. */
  const printLabel = ({ _id: label, contentType }: PackingLabel) =>
    openFile(() => fetchFile(packingApi.getLabel, { body: { token, label } }), contentType).catch(
      failure => {
        showError(errorMessage(failure, i18next.t('ui.error.title')))
        return packingList.refresh()
      },
    )
  return {
    ...packingList,
    printLabel,
    feedback,
    showError,
    pick,
    scan,
    pack: ({ _id: order, number }: { _id: string; number: string }, packed: PackedUnits) =>
      run(
        () => callApi(packingApi.packOrder, { body: { token, order, ...packed } }),
        ({ orders }) => {
          const isOpen = orders.find(({ _id }) => _id === order)?.state === 'open'
          return i18next.t(isOpen ? 'packing.partPacked' : 'packing.orderPacked', { number })
        },
      ),
    putBack: ({ _id: order, number, surplus }: PackingOrder) =>
      run(
        () => callApi(packingApi.putBack, { body: { token, order, lines: surplus.map(toUnits) } }),
        () => i18next.t('packing.unitsPutBack', { number }),
      ),
    getSlip: (order: string) => callApi(packingApi.getSlip, { body: { token, order } }),
  }
}
export type Packing = ReturnType<typeof usePacking>

const describeCount = (item: PackingItem) =>
  i18next.t('packing.picked', {
    item: getPackingItemName(item),
    picked: item.pickedQuantity,
    total: item.quantity,
  })
