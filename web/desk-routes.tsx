import {
  IconCalendarEvent,
  IconChecklist,
  IconHelp,
  IconInbox,
  IconMessages,
} from '@tabler/icons-react'
import { withLazyTexts } from './lib/preference/i18n.ts'
import type { PageRoute } from './shell/route/page-route.tsx'

const loadTasks = () => withLazyTexts(import('./task/task-page.tsx').then(m => m.TaskPage))

const loadConversations = () =>
  withLazyTexts(
    import('./conversation/conversation-list-page.tsx').then(m => m.ConversationListPage),
  )

const loadChat = () =>
  withLazyTexts(import('./conversation/chat/chat-page.tsx').then(m => m.ChatPage))

/** The pages on which staff answer shoppers and organize their own work, and help. */
export const deskRoutes: PageRoute[] = [
  {
    path: '/apps/email/inbox',
    keywords: 'inbox',
    can: 'conversation:read',
    menu: {
      group: 'desk',
      label: 'inbox',
      shortcutKey: 'i',
      icon: IconInbox,
      pathPrefixes: ['/apps/email'],
      countKey: 'unseen',
    },
    load: loadConversations,
  },
  {
    path: '/apps/email/unfiled',
    can: 'conversation:read',
    load: () =>
      withLazyTexts(
        import('./conversation/unfiled/unfiled-mail-page.tsx').then(m => m.UnfiledMailPage),
      ),
  },
  {
    path: '/apps/email/:folder',
    can: 'conversation:read',
    load: loadConversations,
  },
  {
    path: '/apps/email/view/:id',
    can: 'conversation:read',
    load: () =>
      withLazyTexts(
        import('./conversation/conversation-view-page.tsx').then(m => m.ConversationViewPage),
      ),
  },
  {
    path: '/apps/chat',
    keywords: 'chat',
    can: 'conversation:read',
    menu: {
      group: 'desk',
      label: 'chat',
      shortcutKey: 'h',
      icon: IconMessages,
      countKey: 'unseenChats',
    },
    load: loadChat,
  },
  { path: '/apps/chat/:id', can: 'conversation:read', load: loadChat },
  {
    path: '/apps/todo/my-day',
    keywords: 'tasks',
    can: 'task:read',
    menu: {
      group: 'desk',
      label: 'tasks',
      shortcutKey: 'y',
      icon: IconChecklist,
      pathPrefixes: ['/apps/todo'],
    },
    create: {
      query: '?edit=new',
      label: 'search.action.task',
      can: 'task:write',
      pathPrefix: '/apps/todo',
    },
    load: loadTasks,
  },
  { path: '/apps/todo/:view', can: 'task:read', load: loadTasks },
  {
    path: '/apps/calendar',
    keywords: 'calendar',
    can: 'calendar:read',
    menu: { group: 'desk', label: 'calendar', shortcutKey: 'l', icon: IconCalendarEvent },
    create: { query: '?edit=new', label: 'search.action.event', can: 'calendar:write' },
    load: () => withLazyTexts(import('./calendar/calendar-page.tsx').then(m => m.CalendarPage)),
  },
  {
    path: '/apps/help',
    keywords: 'help',
    targets: [{ label: 'shell.menu.help', icon: IconHelp }],
    load: () => withLazyTexts(import('./help/help-page.tsx').then(m => m.HelpPage)),
  },
  {
    path: '/apps/help/:topic',
    load: () => withLazyTexts(import('./help/help-topic-page.tsx').then(m => m.HelpTopicPage)),
  },
]
