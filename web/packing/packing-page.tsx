import { Loader, Tabs } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sum } from '#contract/lib/sum.ts'
import type { PackingList } from '#contract/packing/packing.ts'
import { useFormatters } from '../lib/formatters.ts'
import { LanguageSelect } from '../ui/field/language-select.tsx'
import { PackOrderCard } from './pack-order-card.tsx'
import css from './packing.module.css'
import { PackingError } from './packing-error.tsx'
import { PackingSlip } from './packing-slip.tsx'
import { PickItemRow } from './pick-item-row.tsx'
import { ScanBar } from './scan-bar.tsx'
import { type Packing, usePackerToken, usePacking } from './use-packing.ts'

/** The page of a packer link: the items to pick, then the orders to pack. Needs no login. */
export function PackingPage() {
  const token = usePackerToken()
  // A new link in the same tab starts a new list.
  return <PackingOfLink key={token} token={token} />
}

function PackingOfLink({ token }: { token: string }) {
  const { t } = useTranslation()
  const packing = usePacking(token)
  if (packing.isInvalid) return <InvalidLink />
  if (packing.list) return <PackingView packing={packing} list={packing.list} />
  return (
    <main id="content" className={css.message}>
      <title>{`${t('packing.title')} · Storewright`}</title>
      <h1 className="sw-hidden">{t('packing.title')}</h1>
      {packing.error === undefined ? (
        <Loader aria-label={t('packing.loading')} role="status" />
      ) : (
        <PackingError error={packing.error} onRetry={() => void packing.refresh()} />
      )}
    </main>
  )
}

function InvalidLink() {
  const { t } = useTranslation()
  return (
    <main id="content" className={css.message}>
      <title>{`${t('packing.invalidTitle')} · Storewright`}</title>
      <h1>{t('packing.invalidTitle')}</h1>
      <p>{t('packing.invalidText')}</p>
      <LanguageSelect />
    </main>
  )
}

type Step = 'pick' | 'pack'

function PackingView({ packing, list }: { packing: Packing; list: PackingList }) {
  const { t } = useTranslation()
  const [step, setStep] = useState<Step>('pick')
  const [slipOrder, setSlipOrder] = useState<{ _id: string; number: string }>()
  if (slipOrder)
    return (
      <PackingSlip packing={packing} order={slipOrder} onClose={() => setSlipOrder(undefined)} />
    )
  return (
    <div className={css.page}>
      <title>{`${list.name} · Storewright`}</title>
      <PackingHeader list={list} />
      <main id="content">
        <ScanBar packing={packing} />
        <Tabs value={step} onChange={value => setStep(value === 'pack' ? 'pack' : 'pick')}>
          <Tabs.List grow aria-label={t('packing.steps')} className={css.steps}>
            <Tabs.Tab value="pick">{t('packing.pick')}</Tabs.Tab>
            <Tabs.Tab value="pack">{t('packing.pack')}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="pick">
            {list.items.length === 0 && <p className={css.empty}>{t('packing.nothingToPick')}</p>}
            <ul className={css.list}>
              {list.items.map(item => (
                <PickItemRow
                  key={item._id}
                  item={item}
                  onPick={change => void packing.pick(item, change)}
                />
              ))}
            </ul>
          </Tabs.Panel>
          <Tabs.Panel value="pack">
            <ul className={css.list}>
              {list.orders.map(order => (
                <PackOrderCard
                  key={order._id}
                  order={order}
                  items={list.items}
                  list={list}
                  onPack={packed => packing.pack(order, packed)}
                  onPutBack={() => packing.putBack(order)}
                  onPrint={() => setSlipOrder(order)}
                  onPrintLabel={label => void packing.printLabel(label)}
                />
              ))}
            </ul>
          </Tabs.Panel>
        </Tabs>
      </main>
    </div>
  )
}

function PackingHeader({ list }: { list: PackingList }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const { items, orders } = list
  return (
    <header className={css.header}>
      <div>
        <h1>
          <bdi>{list.name}</bdi>
        </h1>
        <p>
          <bdi>{list.storeName}</bdi>
          {' · '}
          {t('packing.expires', { time: format.dateTime(list.expiresAt) })}
        </p>
        <p className="sw-numbers">
          {t('packing.pickProgress', {
            picked: sum(items.map(({ pickedQuantity }) => pickedQuantity)),
            total: sum(items.map(({ quantity }) => quantity)),
          })}
          {' · '}
          {t('packing.packProgress', {
            packed: orders.filter(({ state }) => state === 'packed').length,
            total: orders.filter(({ state }) => state !== 'blocked').length,
          })}
        </p>
      </div>
      <LanguageSelect />
    </header>
  )
}
