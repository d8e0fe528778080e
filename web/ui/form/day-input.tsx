import { ActionIcon, Popover, TextInput, type TextInputProps } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { type KeyboardEvent, lazy, Suspense, type SyntheticEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getDateText } from '../../lib/date-text.ts'
import { useFormatters } from '../../lib/formatters.ts'
import css from './day-input.module.css'
import { type FieldProps, getFieldInput } from './form-field.ts'

const loadCalendar = () => import('./day-calendar.tsx')
const DayCalendar = lazy(() => loadCalendar().then(m => ({ default: m.DayCalendar })))

type InputProps = Omit<TextInputProps, 'value' | 'onChange' | 'min' | 'max'> & {
  /** Empty without a date. */
  value: string
  onChange: (value: string) => void
  /** The first and the last day that the calendar offers. */
  min?: string | undefined
  max?: string | undefined
}

/** An input for a calendar day such as `2026-03-01`, in the format of the language. */
export const DayInput = (props: InputProps) => <DateTextInput {...props} />

/** An input for a local time such as `2026-03-01T09:30`, in the format of the language. */
export const LocalTimeInput = (props: InputProps) => <DateTextInput {...props} hasTime />

/** A field for a calendar day such as `2026-03-01`. */
export function DayField<V extends Record<string, unknown>>(props: FieldProps<V>) {
  const { inputProps, value, setValue } = getFieldInput(props)
  return (
    <DayInput {...inputProps} value={typeof value === 'string' ? value : ''} onChange={setValue} />
  )
}

function DateTextInput({
  value,
  onChange,
  min,
  max,
  hasTime = false,
  onBlur,
  ...rest
}: InputProps & { hasTime?: boolean }) {
  const { locale } = useFormatters()
  const dateText = getDateText(locale, hasTime)
  // The text that the user types, until it becomes a date or the user leaves the field.
  const [typedText, setTypedText] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  function handleType(text: string) {
    setTypedText(text)
    const date = text.trim() === '' ? '' : dateText.parse(text, { isTyping: true })
    if (date !== undefined && date !== value) onChange(date)
  }
  function finishTyping() {
    const date = typedText?.trim() ? dateText.parse(typedText) : undefined
    setTypedText(undefined)
    if (date !== undefined && date !== value) onChange(date)
  }
  function handlePick(day: string) {
    setTypedText(undefined)
    onChange(hasTime ? `${day}T${value.slice(11) || '00:00'}` : day)
    input.current?.focus()
  }
  return (
    <TextInput
      placeholder={dateText.pattern}
      autoComplete="off"
      {...rest}
      ref={input}
      value={typedText ?? dateText.format(value)}
      onChange={event => handleType(event.currentTarget.value)}
      onBlur={event => {
        finishTyping()
        onBlur?.(event)
      }}
      onKeyDown={event => {
        if (event.key === 'Enter') finishTyping()
      }}
      rightSection={
        <CalendarButton
          isDisabled={rest.disabled ?? false}
          day={value.slice(0, 10)}
          min={min?.slice(0, 10)}
          max={max?.slice(0, 10)}
          onPick={handlePick}
        />
      }
    />
  )
}

function CalendarButton({
  isDisabled,
  onPick,
  ...days
}: {
  isDisabled: boolean
  day: string
  min: string | undefined
  max: string | undefined
  onPick: (day: string) => void
}) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  function closeOnEscape(event: KeyboardEvent) {
    event.stopPropagation()
    if (event.key !== 'Escape') return
    setOpen(false)
    button.current?.focus()
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" withRoles={false}>
      <Popover.Target>
        <ActionIcon
          ref={button}
          className={css.button}
          variant="subtle"
          color="gray"
          size="sm"
          disabled={isDisabled}
          aria-label={t('ui.date.choose')}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          data-mantine-stop-propagation={isOpen || undefined}
          onPointerEnter={() => void loadCalendar()}
          onFocus={() => void loadCalendar()}
          onClick={() => setOpen(!isOpen)}
        >
          <IconCalendar size={16} stroke={1.75} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown
        role="dialog"
        aria-label={t('ui.date.choose')}
        // A popover around the field would take these for clicks and keys outside of it.
        onMouseDown={stopPropagation}
        onTouchStart={stopPropagation}
        onKeyDown={closeOnEscape}
      >
        <div className={css.calendar}>
          <Suspense>
            <DayCalendar
              {...days}
              onPick={day => {
                setOpen(false)
                onPick(day)
              }}
            />
          </Suspense>
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

const stopPropagation = (event: SyntheticEvent) => event.stopPropagation()
