import { Alert, Button, ColorInput, Input, Select, Slider, Switch } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { readableContrast } from '#contract/lib/color.ts'
import {
  getThemeFields,
  getThemeWarnings,
  listUsedGroups,
  type ThemeField,
  type ThemeGroup,
  type ThemeSettings,
} from '#contract/theme/theme.ts'
import { fontStacks } from '#contract/theme/theme-css.ts'
import type { InvalidField } from '../state/invalid-field.ts'
import css from './theme-form.module.css'
import { getGroupLabel, getThemeFieldLabel, getThemeFieldOptions } from './theme-setting-labels.ts'

type Value = ThemeSettings[string]
type Props = {
  schema: readonly ThemeGroup[]
  settings: ThemeSettings
  invalidFields: readonly InvalidField[]
  isDisabled: boolean
  /** `typedField` is set if the next input, such as a movement of a slider, continues this change. */
  onChange: (settings: ThemeSettings, typedField?: string) => void
}

/** Edits the colors, fonts and shapes of a theme. */
export function ThemeSettingsForm({
  schema,
  settings,
  invalidFields,
  isDisabled,
  onChange,
}: Props) {
  const { t } = useTranslation()
  const reset = () =>
    onChange(Object.fromEntries(getThemeFields(schema).map(field => [field.key, field.default])))
  return (
    <fieldset className={css.form} disabled={isDisabled}>
      <ContrastReport schema={schema} settings={settings} />
      {listUsedGroups(schema, settings).map(group => (
        <section key={group.key} className={css.settingGroup} aria-label={getGroupLabel(group)}>
          <h3 className={css.groupTitle}>{getGroupLabel(group)}</h3>
          <div className={css.settingGrid}>
            {group.fields.map(field => (
              <ThemeSettingInput
                key={field.key}
                field={field}
                value={settings[field.key] ?? field.default}
                error={invalidFields.find(invalid => invalid.field === field.key)?.message}
                isDisabled={isDisabled}
                onChange={value =>
                  onChange(
                    { [field.key]: value },
                    field.type === 'color' || field.type === 'number' ? field.key : undefined,
                  )
                }
              />
            ))}
          </div>
        </section>
      ))}
      <Button variant="default" onClick={reset}>
        {t('theme.edit.reset')}
      </Button>
    </fieldset>
  )
}

function ThemeSettingInput({
  field,
  value,
  error,
  isDisabled,
  onChange,
}: {
  field: ThemeField
  value: Value
  error: string | undefined
  isDisabled: boolean
  onChange: (value: Value) => void
}) {
  const { t } = useTranslation()
  const id = useId()
  const label = getThemeFieldLabel(field)
  const inputProps = { label, error, disabled: isDisabled, 'data-path': `settings.${field.key}` }
  switch (field.type) {
    case 'color':
      return (
        <ColorInput
          {...inputProps}
          format="hex"
          value={String(value)}
          onChange={onChange}
          eyeDropperButtonProps={{ 'aria-label': t('ui.form.pickColor') }}
        />
      )
    case 'font':
    case 'select':
      return (
        <div
          className={`${css.fullWidth} ${field.type === 'font' ? css.fontField : ''}`}
          style={{ '--font': field.type === 'font' ? fontStacks[String(value)] : undefined }}
        >
          <Select
            {...inputProps}
            allowDeselect={false}
            value={String(value)}
            data={getThemeFieldOptions(field)}
            onChange={next => next !== null && onChange(next)}
          />
        </div>
      )
    case 'boolean':
      return (
        <Switch
          {...inputProps}
          className={css.fullWidth ?? ''}
          checked={value === true}
          onChange={event => onChange(event.currentTarget.checked)}
        />
      )
    case 'number':
      return (
        <Input.Wrapper
          label={`${label}: ${Number(value)}${field.unit && ` ${field.unit}`}`}
          labelElement="div"
          labelProps={{ id }}
        >
          <Slider
            min={field.min}
            max={field.max}
            step={field.step}
            value={Number(value)}
            disabled={isDisabled}
            label={null}
            thumbProps={{ 'aria-labelledby': id }}
            my={8}
            data-path={`settings.${field.key}`}
            onChange={onChange}
          />
        </Input.Wrapper>
      )
  }
}

function ContrastReport({ schema, settings }: Pick<Props, 'schema' | 'settings'>) {
  const { t } = useTranslation()
  const warnings = getThemeWarnings(schema, settings)
  const fields = getThemeFields(schema)
  const getLabel = (key: string) =>
    getThemeFieldLabel(fields.find(field => field.key === key) ?? { key, label: key })
  return (
    <div aria-live="polite">
      {warnings.length === 0 ? (
        <p className={css.readable}>
          <IconCircleCheck size={16} stroke={1.75} aria-hidden />
          {t('theme.edit.readable')}
        </p>
      ) : (
        <Alert
          color="yellow"
          icon={<IconAlertTriangle size={18} />}
          title={t('theme.edit.hardToRead')}
        >
          {warnings.map(({ path, backgroundKey, contrast }) => (
            <p key={path} className={css.warningText}>
              {t('theme.edit.lowContrast', {
                text: getLabel(path),
                background: getLabel(backgroundKey),
                contrast,
                minimum: readableContrast,
              })}
            </p>
          ))}
        </Alert>
      )}
    </div>
  )
}
