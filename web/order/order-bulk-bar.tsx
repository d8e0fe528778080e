import { Button, Menu, Modal, Select, Stack } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cancelReasons, orderApi, paymentMethods } from '#contract/order.ts'
import { type Chosen, useBulk } from '../lib/call/use-bulk.ts'
import { useFormat } from '../lib/format.ts'
import { useCan } from '../lib/session/can.tsx'
import { BulkTags } from '../list/bulk-tags.tsx'

const first = ['confirmed', 'shipped'] as const
const rest = ['processing', 'ready', 'delivered', 'completed'] as const

/** Moves the chosen orders on. What some were refused is said row by row; the others have moved all the same. */
export function OrderBulkBar({ chosen }: { chosen: Chosen }) {
  const { t } = useTranslation()
  const format = useFormat()
  const move = useBulk(orderApi.bulkUpdateStatus, chosen)
  const pay = useBulk(orderApi.bulkAddPayment, chosen)
  const tags = useBulk(orderApi.bulkUpdateTags, chosen)
  const [asked, setAsked] = useState<'pay' | 'tags' | 'cancel'>()
  const close = () => setAsked(undefined)
  const counted = { count: chosen.count, n: format.number(chosen.count) }
  if (!useCan('order:write')) return null

  return (
    <>
      {first.map(status => (
        <Button
          key={status}
          variant="default"
          size="compact-sm"
          disabled={chosen.isBusy}
          loading={move.isPending && move.variables?.status === status}
          onClick={() => move.mutate({ status })}
        >
          {t(`order.bulk.${status}`)}
        </Button>
      ))}
      <Menu position="bottom-start">
        <Menu.Target>
          <Button
            variant="default"
            size="compact-sm"
            disabled={chosen.isBusy}
            rightSection={<IconChevronDown size={14} />}
          >
            {t('order.list.more')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {rest.map(status => (
            <Menu.Item key={status} onClick={() => move.mutate({ status })}>
              {t(`order.bulk.${status}`)}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item onClick={() => setAsked('pay')}>{t('order.bulk.pay')}</Menu.Item>
          <Menu.Item onClick={() => setAsked('tags')}>{t('ui.bulk.tags')}</Menu.Item>
          <Menu.Divider />
          <Menu.Item color="red" onClick={() => setAsked('cancel')}>
            {t('order.bulk.cancel')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {asked === 'tags' && (
        <BulkTags
          isBusy={tags.isPending}
          onClose={close}
          onApply={change => tags.mutate(change, { onSettled: close })}
        />
      )}
      {asked === 'pay' && (
        <Choosing
          title={t('order.bulk.payTitle', counted)}
          label={t('order.money.method')}
          options={paymentMethods.map(value => ({ value, label: t(`order.method.${value}`) }))}
          action={t('order.bulk.pay')}
          isBusy={pay.isPending}
          onClose={close}
          onChoose={method => pay.mutate({ method }, { onSettled: close })}
        />
      )}
      {asked === 'cancel' && (
        <Choosing
          title={t('order.bulk.cancelTitle', counted)}
          label={t('order.bulk.why')}
          options={cancelReasons.map(value => ({ value, label: t(`order.reason.${value}`) }))}
          action={t('order.bulk.cancel')}
          isDangerous
          isBusy={move.isPending}
          onClose={close}
          onChoose={reason => move.mutate({ status: 'cancelled', reason }, { onSettled: close })}
        />
      )}
    </>
  )
}

type ChoosingProps<T extends string> = {
  title: string
  label: string
  options: readonly { value: T; label: string }[]
  action: string
  isDangerous?: boolean
  isBusy: boolean
  onChoose: (value: T) => void
  onClose: () => void
}

/** Asks for the one thing that the orders have in common. */
function Choosing<T extends string>({
  title,
  label,
  options,
  action,
  isDangerous = false,
  isBusy,
  onChoose,
  onClose,
}: ChoosingProps<T>) {
  const { t } = useTranslation()
  const [value, setValue] = useState<string | null>(options[0]?.value ?? null)
  const choice = options.find(option => option.value === value)
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size="sm"
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <Stack gap="lg">
        <Select
          label={label}
          data={options}
          value={value}
          onChange={setValue}
          allowDeselect={false}
          data-autofocus
        />
        <Stack gap="xs">
          <Button
            color={isDangerous ? 'red' : undefined}
            loading={isBusy}
            onClick={() => choice && onChoose(choice.value)}
          >
            {action}
          </Button>
          <Button variant="default" onClick={onClose}>
            {t('ui.close')}
          </Button>
        </Stack>
      </Stack>
    </Modal>
  )
}
