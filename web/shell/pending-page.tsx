import { PageHeader } from '../ui/page-header.tsx'

/** Holds the place of a page that is being written. */
export const PendingPage = () => <PageHeader title="…" />
