import { Anchor, Badge, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatEmail } from '#contract/lib/text/readable-domain.ts'
import { profileApi, type StaffProfile } from '#contract/staff/profile.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import { useFormatters } from '../lib/formatters.ts'
import type { Prefetch } from '../lib/navigation/prefetch-on-hover.ts'
import { useRoleName } from '../lib/session/use-role-labels.ts'
import { CardStack } from '../ui/form/edit-form.tsx'
import { KeyValues } from '../ui/page/key-values.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { QueryBoundary } from '../ui/page/query-boundary.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import css from './audit.module.css'
import { AuditSentence } from './audit-sentence.tsx'
import { groupIntoSteps } from './audit-step.ts'

/** The own stores and roles, the work assigned to the user, and what they did lately. */
export function ProfilePage() {
  const { t } = useTranslation()
  const profile = useQuery(queryOptionsFor(profileApi.get, {}))
  const person = profile.data?.person
  return (
    <>
      <PageHeader
        title={t('shell.menu.profile')}
        subtitle={person && <bdi>{`${person.fullName} · ${formatEmail(person.email)}`}</bdi>}
      >
        <Button component={Link} to="/apps/account" variant="default">
          {t('shell.menu.account')}
        </Button>
      </PageHeader>
      <QueryBoundary query={profile}>
        {data => (
          <CardStack>
            <OpenWorkCard {...data.openWork} />
            <StoresCard stores={data.stores} />
            <ActivityCard activities={data.activities} />
          </CardStack>
        )}
      </QueryBoundary>
    </>
  )
}
ProfilePage.prefetch = (({ client }) =>
  client.prefetchQuery(queryOptionsFor(profileApi.get, {}))) satisfies Prefetch

/** Each count links to its list. Work that the user cannot read is left out. */
function OpenWorkCard({ tasks, conversations }: StaffProfile['openWork']) {
  const { t } = useTranslation()
  const format = useFormatters()
  const items = [
    { path: '/apps/todo/my-day', label: t('shell.menu.tasks'), count: tasks },
    { path: '/apps/email/mine', label: t('shell.menu.inbox'), count: conversations },
  ].flatMap(({ path, label, count }) =>
    count === null
      ? []
      : [
          {
            label: (
              <Anchor component={Link} inherit display="inline-block" py={4} to={path}>
                {label}
              </Anchor>
            ),
            value: format.number(count),
          },
        ],
  )
  if (items.length === 0) return null
  return (
    <SectionCard title={t('profile.openWork')}>
      <KeyValues items={items} numbers />
    </SectionCard>
  )
}

function StoresCard({ stores }: Pick<StaffProfile, 'stores'>) {
  const { t } = useTranslation()
  const formatRoleName = useRoleName()
  return (
    <SectionCard title={t('profile.stores')}>
      <KeyValues
        numbers
        items={stores.map(({ name, role, roleName, isCurrent }) => ({
          label: (
            <>
              <bdi>{name}</bdi>{' '}
              {isCurrent && (
                <Badge size="sm" variant="light" tt="none">
                  {t('profile.current')}
                </Badge>
              )}
            </>
          ),
          value: <bdi>{formatRoleName(role, roleName)}</bdi>,
        }))}
      />
    </SectionCard>
  )
}

function ActivityCard({ activities }: Pick<StaffProfile, 'activities'>) {
  const { t } = useTranslation()
  const format = useFormatters()
  return (
    <SectionCard title={t('profile.activities')}>
      {activities.length === 0 ? (
        <p className={css.note}>{t('profile.noActivities')}</p>
      ) : (
        <ol className={css.list}>
          {groupIntoSteps(activities).map(({ key, main }) => (
            <li key={key} className={css.activity}>
              <span className={css.sentence}>
                <AuditSentence entry={main} />
              </span>
              <time className={css.meta} dateTime={main.at}>
                {format.dateTime(main.at)}
              </time>
            </li>
          ))}
        </ol>
      )}
    </SectionCard>
  )
}
