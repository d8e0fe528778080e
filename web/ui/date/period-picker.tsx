import { Button, Group, Menu, Popover } from '@mantine/core'
import { IconCalendar, IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormatters } from '../../lib/formatters.ts'
import { DayInput } from './day-input.tsx'

export const periodNames = [
  'today',
  'last7Days',
  'last28Days',
  'lastMonth',
  'lastYear',
  'custom',
] as const
export type PeriodName = (typeof periodNames)[number]
export type PeriodSelection = {
  period: PeriodName
  from?: string | undefined
  to?: string | undefined
}

/** Selects a period. Dates are days in the time zone of the store, such as `2026-03-31`. */
export function PeriodPicker({
  value,
  onChange,
}: {
  value: PeriodSelection
  onChange: (period: PeriodSelection) => void
}) {
  const { t } = useTranslation()
  const format = useFormatters()
  const [isCustomOpen, setCustomOpen] = useState(false)
  const label =
    value.period === 'custom' && value.from
      ? format.dateRange(value.from, value.to ?? value.from)
      : t(`ui.period.${value.period}`)
  const handleSelect = (period: PeriodName) => {
    if (period === 'custom')
      setTimeout(() => setCustomOpen(true), 150) // after the menu has returned the focus
    else onChange({ period })
  }
  return (
    <Popover
      opened={isCustomOpen}
      onChange={setCustomOpen}
      position="bottom-end"
      trapFocus
      returnFocus
      withRoles={false}
    >
      <Popover.Target>
        <span>
          <Menu position="bottom-end">
            <Menu.Target>
              <Button
                variant="default"
                leftSection={<IconCalendar size={16} stroke={1.75} />}
                rightSection={<IconChevronDown size={14} />}
                aria-label={`${t('ui.period.label')}: ${label}`}
              >
                {label}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {periodNames.map(period => (
                <Menu.Item
                  key={period}
                  fw={period === value.period ? 600 : undefined}
                  onClick={() => handleSelect(period)}
                >
                  {t(`ui.period.${period}`)}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        </span>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={t('ui.period.custom')}>
        <CustomPeriodForm
          value={value}
          onApply={range => {
            setCustomOpen(false)
            onChange({ period: 'custom', ...range })
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

function CustomPeriodForm({
  value,
  onApply,
}: {
  value: PeriodSelection
  onApply: (range: { from: string; to: string }) => void
}) {
  const { t } = useTranslation()
  const [from, setFrom] = useState(value.from ?? '')
  const [to, setTo] = useState(value.to ?? '')
  return (
    <>
      <Group gap="xs" maw="calc(100vw - 4rem)">
        <DayInput
          flex="1 1 10rem"
          label={t('ui.period.from')}
          value={from}
          max={to}
          onChange={setFrom}
        />
        <DayInput
          flex="1 1 10rem"
          label={t('ui.period.to')}
          value={to}
          min={from}
          onChange={setTo}
        />
      </Group>
      <Button
        mt="sm"
        fullWidth
        size="xs"
        disabled={!from || !to || from > to}
        onClick={() => onApply({ from, to })}
      >
        {t('ui.period.apply')}
      </Button>
    </>
  )
}
