import { Button, Menu } from '@mantine/core'
import { IconClockPause } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { Timestamp } from '#contract/lib/schemas.ts'
import { useFormatters } from '../lib/formatters.ts'
import { useContractForm } from '../lib/use-contract-form.ts'
import { DateTimeField } from '../ui/date/date-time-field.tsx'
import { ModalForm } from '../ui/form/modal-form.tsx'
import { getSnoozeTimes } from './snooze-times.ts'

const SnoozeForm = z.object({ snoozedUntil: Timestamp })

type Props = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  onSnooze: (until: string) => Promise<unknown>
}

/** Chooses when a conversation returns to the inbox. */
export function SnoozeMenu({ isOpen, onOpenChange, onSnooze }: Props) {
  const { t } = useTranslation()
  const format = useFormatters()
  const [isDialogOpen, setDialogOpen] = useState(false)
  const times = isOpen || isDialogOpen ? getSnoozeTimes(format.timeZone) : undefined
  return (
    <>
      <Menu opened={isOpen} onChange={onOpenChange} position="bottom-end">
        <Menu.Target>
          <Button variant="default" leftSection={<IconClockPause size={16} stroke={1.75} />}>
            {t('conversation.snooze')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {times &&
            (['laterToday', 'tomorrow', 'nextWeek'] as const).map(key => (
              <Menu.Item
                key={key}
                rightSection={<small>{format.dateTime(times[key])}</small>}
                onClick={() => void onSnooze(times[key])}
              >
                {t(`conversation.snoozeUntil.${key}`)}
              </Menu.Item>
            ))}
          <Menu.Item onClick={() => setDialogOpen(true)}>
            {t('conversation.snoozeUntil.date')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isDialogOpen && times && (
        <SnoozeDialog
          initial={times.tomorrow}
          onSnooze={onSnooze}
          onClose={() => setDialogOpen(false)}
        />
      )}
    </>
  )
}

function SnoozeDialog({
  initial,
  onSnooze,
  onClose,
}: Pick<Props, 'onSnooze'> & { initial: string; onClose: () => void }) {
  const { t } = useTranslation()
  const form = useContractForm(SnoozeForm, {
    values: { snoozedUntil: initial },
    onSave: async ({ snoozedUntil }) => {
      await onSnooze(snoozedUntil)
      onClose()
    },
  })
  return (
    <ModalForm
      form={form}
      title={t('conversation.snooze')}
      saveLabel={t('conversation.snooze')}
      onClose={onClose}
    >
      <DateTimeField
        form={form}
        name="snoozedUntil"
        label={t('conversation.snoozeTime')}
        required
      />
    </ModalForm>
  )
}
