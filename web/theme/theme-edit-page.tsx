import { Alert, Button, SegmentedControl } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconDeviceDesktop,
  IconDeviceMobile,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { readableContrast } from '#contract/lib/color.ts'
import {
  getThemeFields,
  getThemeWarnings,
  type Theme,
  ThemeEdit,
  themeApi,
} from '#contract/theme.ts'
import { queryOptionsFor, useRouteMutation } from '../lib/call/api.ts'
import { ApiError } from '../lib/call/request.ts'
import type { Prefetch } from '../lib/navigation/prefetch-on-hover.ts'
import { type ContractForm, useContractForm } from '../lib/use-contract-form.ts'
import { StorePreview } from '../preview/store-preview.tsx'
import { usePreviewContent } from '../preview/use-preview-content.ts'
import { EditForm } from '../ui/form/edit-form.tsx'
import { ErrorState } from '../ui/page/error-state.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { QueryBoundary } from '../ui/page/query-boundary.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import { StatusBadge } from '../ui/page/status-badge.tsx'
import css from './theme.module.css'
import { ThemeFieldInput } from './theme-field-input.tsx'
import { getFieldLabel, getGroupLabel } from './theme-labels.ts'

/** Edits the settings of a theme beside a live preview of the store. */
export function ThemeEditPage() {
  const { id } = useParams()
  const themes = useQuery(queryOptionsFor(themeApi.list, {}))
  const { t } = useTranslation()
  return (
    <QueryBoundary query={themes}>
      {items => {
        const theme = items.find(candidate => candidate._id === id)
        return theme ? (
          <ThemeEditor theme={theme} />
        ) : (
          <ErrorState
            error={
              new ApiError(404, {
                status: false,
                code: 'not_found',
                message: t('ui.error.notFound'),
              })
            }
          />
        )
      }}
    </QueryBoundary>
  )
}
ThemeEditPage.prefetch = (({ client }) =>
  client.prefetchQuery(queryOptionsFor(themeApi.list, {}))) satisfies Prefetch

function ThemeEditor({ theme }: { theme: Theme }) {
  const { t } = useTranslation()
  const update = useRouteMutation(themeApi.update)
  const { _id: id, settings, settingsSchema: schema, version } = theme
  const form = useContractForm(ThemeEdit, {
    values: { settings, version },
    onSave: body => update.mutateAsync({ params: { id }, body }),
  })
  const reset = () =>
    form.setFieldValue(
      'settings',
      Object.fromEntries(getThemeFields(schema).map(field => [field.key, field.default])),
    )
  return (
    <EditForm form={form}>
      <PageHeader
        title={t('theme.edit.title', { name: theme.name })}
        back={{ to: '/apps/themes', label: t('theme.edit.back') }}
        badges={
          theme.active ? (
            <StatusBadge tone="good" label={t('theme.list.active')} />
          ) : (
            <StatusBadge tone="neutral" label={t('theme.edit.notInUse')} isHollow />
          )
        }
      >
        <Button variant="default" onClick={reset}>
          {t('theme.edit.reset')}
        </Button>
      </PageHeader>
      <div className={css.editor}>
        <div className={css.settings}>
          {schema.map(group => (
            <SectionCard key={group.key} title={getGroupLabel(group)}>
              <div className={css.fields}>
                {group.fields.map(field => (
                  <ThemeFieldInput key={field.key} field={field} form={form} />
                ))}
              </div>
            </SectionCard>
          ))}
        </div>
        <ThemePreviewPane theme={theme} form={form} />
      </div>
    </EditForm>
  )
}

function ThemePreviewPane({ theme, form }: { theme: Theme; form: ContractForm<ThemeEdit> }) {
  const { t } = useTranslation()
  const content = usePreviewContent()
  const [device, setDevice] = useState<'desktop' | 'phone'>('desktop')
  const warnings = getThemeWarnings(theme.settingsSchema, form.values.settings)
  const fields = getThemeFields(theme.settingsSchema)
  const getLabel = (key: string) =>
    getFieldLabel(fields.find(field => field.key === key) ?? { key, label: key })
  const devices = [
    { value: 'desktop' as const, label: t('theme.edit.desktop'), Icon: IconDeviceDesktop },
    { value: 'phone' as const, label: t('theme.edit.phone'), Icon: IconDeviceMobile },
  ]
  return (
    <div className={css.previewPane}>
      <div className={css.previewHeader}>
        <h2 className={css.name}>{t('theme.edit.preview')}</h2>
        <SegmentedControl
          size="xs"
          value={device}
          aria-label={t('theme.edit.device')}
          onChange={value => setDevice(value === 'phone' ? 'phone' : 'desktop')}
          data={devices.map(({ value, label, Icon }) => ({
            value,
            label: (
              <span className={css.device}>
                <Icon size={15} stroke={1.75} aria-hidden />
                {label}
              </span>
            ),
          }))}
        />
      </div>
      <div className={css.previewArea} data-device={device}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable with the keyboard */}
        <section className={css.previewScreen} tabIndex={0} aria-label={t('theme.edit.preview')}>
          <StorePreview
            settings={form.values.settings}
            content={content}
            device={device}
            label={t('theme.list.preview', { name: theme.name })}
          />
        </section>
      </div>
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
    </div>
  )
}
