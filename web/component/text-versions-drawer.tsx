import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { TextVersion } from '#contract/cms/text-version.ts'
import { toTextLine } from '#contract/lib/text/plain-text.ts'
import { useFormatters } from '../lib/formatters.ts'
import { PermissionGate } from '../lib/session/permission-gate.tsx'
import { DetailDrawer } from '../ui/dialog/record-drawer.tsx'
import { QueryBoundary } from '../ui/page/query-boundary.tsx'
import css from './text-versions-drawer.module.css'

type Props = {
  versions: UseQueryResult<TextVersion[]>
  /** The form has changes that are not saved. */
  isChanged: boolean
  isRestoring: boolean
  onRestore: (number: number) => void
  onClose: () => void
}

/** Lists the saved texts of a page or a post. Restoring one saves it as a new version. */
export function TextVersionsDrawer({
  versions,
  isChanged,
  isRestoring,
  onRestore,
  onClose,
}: Props) {
  const { t } = useTranslation()
  return (
    <DetailDrawer title={t('textVersion.title')} onClose={onClose}>
      <p className="sw-dimmed">{t(isChanged ? 'textVersion.unsaved' : 'textVersion.hint')}</p>
      <QueryBoundary query={versions}>
        {([current, ...earlier]) => (
          <ol className={css.versions}>
            {current && (
              <Version version={current}>
                <span className={css.current}>{t('textVersion.current')}</span>
              </Version>
            )}
            {earlier.map(version => (
              <Version key={version._id} version={version}>
                <PermissionGate permission="cms:write">
                  <Button
                    variant="default"
                    size="xs"
                    disabled={isChanged}
                    loading={isRestoring}
                    onClick={() => onRestore(version.number)}
                  >
                    {t('textVersion.restore')}
                  </Button>
                </PermissionGate>
              </Version>
            ))}
          </ol>
        )}
      </QueryBoundary>
    </DetailDrawer>
  )
}

export function TextVersionsButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation()
  return (
    <Button
      variant="default"
      leftSection={<IconHistory size={16} stroke={1.75} />}
      onClick={onClick}
    >
      {t('textVersion.title')}
    </Button>
  )
}

function Version({ version, children }: { version: TextVersion; children: ReactNode }) {
  const format = useFormatters()
  return (
    <li className={css.version}>
      <span className={css.versionTime}>
        {format.dateTime(version.createdAt)}
        {version.author && ` · ${version.author}`}
      </span>
      <strong dir="auto">{version.title}</strong>
      <span className={css.versionText} dir="auto">
        {toTextLine(version.body).slice(0, 300)}
      </span>
      {children}
    </li>
  )
}
