import { ActionIcon, Popover, TextInput, type TextInputProps } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import {
  type KeyboardEvent,
  lazy,
  type ReactNode,
  Suspense,
  type SyntheticEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { getDateText } from '../../lib/date-text.ts'
import { useFormatters } from '../../lib/formatters.ts'
import { toLocalDay, toLocalTime } from '../../lib/time-zone.ts'
import { type FieldProps, getFieldInput } from '../field/form-field.ts'
import css from './day-input.module.css'

const hourMs = 3_600_000
const endTime = '23:59'
const loadCalendar = () => import('./day-calendar.tsx')
const DayCalendar = lazy(() => loadCalendar().then(m => ({ default: m.DayCalendar })))

type InputProps = Omit<TextInputProps, 'value' | 'onChange' | 'min' | 'max'> & {
  /** Empty without a date. */
  value: string
  onChange: (value: string) => void
  /**
   * Receives a text that is no date, so that a form can reject it. Without this, such a text makes
   * the value empty when the user leaves the field.
   */
  onInvalidText?: (text: string) => void
  /** The first and the last day that the calendar offers. */
  min?: string | undefined
  max?: string | undefined
  /** A day without a time means its last minute, not its first. */
  isEnd?: boolean
}

/** An input for a calendar day such as `2026-03-01`, in the format of the language. */
export const DayInput = (props: InputProps) => <DateTextInput {...props} />

/** An input for a local time such as `2026-03-01T09:30`, in the format of the language. */
export const LocalTimeInput = (props: InputProps) => <DateTextInput {...props} hasTime />

/**
 * A field for a calendar day such as `2026-03-01`. A text that is no day becomes the value, so that
 * the schema of the form rejects it. With `isOptional`, an empty field is null.
 */
export function DayField<V extends Record<string, unknown>>({
  isOptional = false,
  ...props
}: FieldProps<V> & { isOptional?: boolean }) {
  const { inputProps, value, setValue } = getFieldInput(props)
  return (
    <DayInput
      {...inputProps}
      value={typeof value === 'string' ? value : ''}
      onChange={day => setValue(isOptional && day === '' ? null : day)}
      onInvalidText={setValue}
    />
  )
}

function DateTextInput({
  value,
  onChange,
  onInvalidText,
  min,
  max,
  hasTime = false,
  isEnd = false,
  onBlur,
  placeholder,
  error,
  ...rest
}: InputProps & { hasTime?: boolean }) {
  const { t } = useTranslation()
  const { locale, timeZone } = useFormatters()
  const dateText = getDateText(locale, hasTime, isEnd ? endTime : undefined)
  const validValue = dateText.parse(value) === value ? value : ''
  // The text that the user types. It stays if it is no date.
  const [typedText, setTypedText] = useState<string>()
  const [isTyping, setTyping] = useState(false)
  const text = typedText ?? (dateText.format(validValue) || value)
  const isInvalid = !isTyping && text.trim() !== '' && dateText.parse(text) === undefined
  const input = useRef<HTMLInputElement>(null)
  function handleType(newText: string) {
    setTypedText(newText)
    setTyping(true)
    const date = newText.trim() === '' ? '' : dateText.parse(newText, { isTyping: true })
    if (date === undefined) onInvalidText?.(newText)
    else if (date !== value) onChange(date)
  }
  function finishTyping() {
    if (!isTyping) return
    setTyping(false)
    const date = text.trim() === '' ? '' : dateText.parse(text)
    const isValueInvalidText = date === undefined && onInvalidText !== undefined
    if (date !== undefined || isValueInvalidText) setTypedText(undefined)
    if (!isValueInvalidText && value !== (date ?? '')) onChange(date ?? '')
  }
  function handlePick(day: string) {
    setTypedText(undefined)
    setTyping(false)
    const time = validValue.slice(11)
    if (!hasTime) onChange(day)
    else if (time || isEnd) onChange(`${day}T${time || endTime}`)
    else onChange(getFirstFullHour(day, timeZone))
    input.current?.focus()
  }
  return (
    <TextInput
      autoComplete="off"
      {...rest}
      ref={input}
      placeholder={placeholder ?? dateText.pattern}
      error={isInvalid ? t('ui.date.invalid', { pattern: dateText.pattern }) : error}
      value={text}
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
          fieldLabel={rest.label ?? rest['aria-label']}
          isDisabled={rest.disabled ?? false}
          day={validValue.slice(0, 10)}
          min={min?.slice(0, 10)}
          max={max?.slice(0, 10)}
          onPick={handlePick}
        />
      }
    />
  )
}

/** Returns the first full hour of a day. Today, it is the next full hour. */
function getFirstFullHour(day: string, timeZone: string | undefined): string {
  const nextHour = `${toLocalTime(Date.now() + hourMs, timeZone).slice(0, 13)}:00`
  return day === toLocalDay(Date.now(), timeZone) ? nextHour : `${day}T00:00`
}

function CalendarButton({
  fieldLabel,
  isDisabled,
  onPick,
  ...days
}: {
  fieldLabel: ReactNode
  isDisabled: boolean
  day: string
  min: string | undefined
  max: string | undefined
  onPick: (day: string) => void
}) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const calendarId = useId()
  const label =
    typeof fieldLabel === 'string'
      ? t('ui.date.chooseFor', { label: fieldLabel })
      : t('ui.date.choose')
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
          aria-label={label}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          aria-controls={isOpen ? calendarId : undefined}
          data-mantine-stop-propagation={isOpen || undefined}
          onPointerEnter={() => void loadCalendar()}
          onFocus={() => void loadCalendar()}
          onClick={() => setOpen(!isOpen)}
          // The calendar takes the focus once it has loaded.
          onKeyDown={isOpen ? closeOnEscape : undefined}
        >
          <IconCalendar size={16} stroke={1.75} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown
        role="dialog"
        aria-label={label}
        // A popover around the field would take these for clicks and keys outside of it.
        onMouseDown={stopPropagation}
        onTouchStart={stopPropagation}
        onKeyDown={closeOnEscape}
      >
        <div id={calendarId} className={css.calendar}>
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
