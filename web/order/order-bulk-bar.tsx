import { Button, Menu, Modal } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type OrderRow, type OrderStatus, orderApi } from '#contract/order.ts'
import { useSend } from '../lib/api.ts'
import { useCan } from '../lib/can.tsx'
import { toast } from '../lib/toast.ts'
import css from './order.module.css'

const first = ['confirmed', 'shipped'] as const
const rest = ['processing', 'ready', 'delivered', 'completed'] as const
type Target = (typeof first)[number] | (typeof rest)[number]
type Outcome = { _id: string; number: string; ok: boolean; message?: string | undefined }

/** Moves the chosen orders on. What some were refused is said row by row; the others have moved all the same. */
export function OrderBulkBar({ rows, done }: { rows: readonly OrderRow[]; done: () => void }) {
  const { t } = useTranslation()
  const send = useSend(orderApi.bulkStatus)
  const [outcomes, setOutcomes] = useState<Outcome[]>()
  if (!useCan('order:write')) return null

  const move = (status: Target) => send.mutate({ body: { ids: rows.map(row => row._id), status } }, {
    onSuccess: results => {
      const told = results.map(result => ({ ...result, number: rows.find(row => row._id === result._id)?.number ?? '' }))
      if (told.every(({ ok }) => ok)) {
        toast.good(t('order.bulk.moved', { count: told.length }))
        done()
      } else setOutcomes(told)
    },
  })
  const isGoing = (status: OrderStatus) => send.isPending && send.variables?.body.status === status
  return (
    <>
      {first.map(status => <Button key={status} variant="default" size="compact-sm" loading={isGoing(status)} onClick={() => move(status)}>{t(`order.bulk.${status}`)}</Button>)}
      <Menu position="bottom-start">
        <Menu.Target><Button variant="default" size="compact-sm" loading={rest.some(isGoing)} rightSection={<IconChevronDown size={14} />}>{t('order.list.more')}</Button></Menu.Target>
        <Menu.Dropdown>{rest.map(status => <Menu.Item key={status} onClick={() => move(status)}>{t(`order.bulk.${status}`)}</Menu.Item>)}</Menu.Dropdown>
      </Menu>
      {outcomes && <Outcomes outcomes={outcomes} onClose={() => { setOutcomes(undefined); done() }} />}
    </>
  )
}

function Outcomes({ outcomes, onClose }: { outcomes: Outcome[]; onClose: () => void }) {
  const { t } = useTranslation()
  const moved = outcomes.filter(({ ok }) => ok).length
  return (
    <Modal opened onClose={onClose} title={t('order.bulk.outcome', { moved, count: outcomes.length })} closeButtonProps={{ 'aria-label': t('ui.close') }}>
      <ul className={css.outcomes}>
        {outcomes.map(({ _id, number, ok, message }) => (
          <li key={_id} data-ok={ok || undefined}>
            {ok ? <IconCheck size={16} aria-hidden /> : <IconAlertTriangle size={16} aria-hidden />}
            <span className={css.number}>{number}</span>
            <span>{ok ? t('order.bulk.ok') : message}</span>
          </li>
        ))}
      </ul>
    </Modal>
  )
}
