import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { type Cms, cmsApi } from '#contract/cms/cms.ts'
import { queryOptionsFor, useRouteMutation } from '../lib/call/api.ts'
import type { Prefetch } from '../lib/navigation/prefetch-on-hover.ts'
import { useContractForm } from '../lib/use-contract-form.ts'
import { EditForm } from '../ui/form/edit-form.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { QueryBoundary } from '../ui/page/query-boundary.tsx'
import css from './cms.module.css'
import { ChatSection, ContactSection, SocialSection } from './cms-about-sections.tsx'
import { AnnouncementSection, FooterSection, IdentitySection } from './cms-appearance-sections.tsx'
import { ChannelsSection } from './cms-channels-section.tsx'
import {
  CmsValues,
  listChangedSections,
  listSectionsWithErrors,
  sectionNames,
  toCmsUpdate,
} from './cms-form.ts'
import { HomeSection } from './cms-home-section.tsx'
import { NavigationSection } from './cms-navigation-section.tsx'
import { PoliciesSection } from './cms-policies-section.tsx'
import { useThemes } from './cms-preview.tsx'
import { ProductSafetySection } from './cms-product-safety-section.tsx'
import { CheckoutSection, SeoSection } from './cms-rules-sections.tsx'
import { type CmsSectionName, CmsSectionNav, otherSectionNames } from './cms-section-nav.tsx'
import { PageListSection } from './page-list-section.tsx'

/** Edits the content of the storefront as one form, one section at a time. */
export function CmsPage() {
  const cms = useQuery(queryOptionsFor(cmsApi.get, {}))
  return (
    <QueryBoundary query={cms} alsoWaitFor={[useThemes()]}>
      {content => <CmsEditor cms={content} />}
    </QueryBoundary>
  )
}
CmsPage.prefetch = (({ client }) =>
  client.prefetchQuery(queryOptionsFor(cmsApi.get, {}))) satisfies Prefetch

const sectionEditors = {
  identity: IdentitySection,
  announcement: AnnouncementSection,
  home: HomeSection,
  navigation: NavigationSection,
  contact: ContactSection,
  social: SocialSection,
  footer: FooterSection,
  chat: ChatSection,
  policies: PoliciesSection,
  seo: SeoSection,
  channels: ChannelsSection,
  checkout: CheckoutSection,
  productSafety: ProductSafetySection,
  pages: PageListSection,
}
const parseSection = (value: string | null): CmsSectionName =>
  [...sectionNames, ...otherSectionNames].find(name => name === value) ?? 'identity'

function CmsEditor({ cms }: { cms: Cms }) {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const update = useRouteMutation(cmsApi.update, { hasErrorToast: true })
  const { updatedAt: _, ...sections } = cms
  const values = { ...sections, password: undefined, otp: undefined }
  const form = useContractForm(CmsValues, {
    values,
    onSave: body => update.mutateAsync({ body: toCmsUpdate(cms, body) }),
  })
  const section = parseSection(params.get('section'))
  const Editor = sectionEditors[section]
  return (
    <EditForm form={form}>
      <PageHeader title={t('cms.page.title')} subtitle={t('cms.page.subtitle')}>
        <Button component={Link} to="/apps/cms/redirects" variant="default">
          {t('shell.menu.redirects')}
        </Button>
        <Button component={Link} to="/apps/search" variant="default">
          {t('shell.menu.searchEngines')}
        </Button>
      </PageHeader>
      <div className={css.layout}>
        <CmsSectionNav
          current={section}
          changedNames={listChangedSections(cms, form.values)}
          invalidNames={listSectionsWithErrors(form.errors)}
          onSelect={name => setParams({ section: name }, { preventScrollReset: true })}
        />
        <div className={css.editor}>
          <Editor form={form} cms={cms} />
        </div>
      </div>
    </EditForm>
  )
}
