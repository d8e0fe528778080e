import type { ErrorTemplate } from './error-text.ts'

/** Errors of any request, of lists, and of the views and pages that a user keeps. */
export const requestErrors = {
  invalid: 'Some fields are not valid: {{fields}}. Correct them and try again.',
  not_found: "We couldn't find this. It may have been deleted.",
  unknown_path: 'There is nothing at this address. Check the URL.',
  unreadable: "We couldn't read this request. Check its format and try again.",
  too_large: 'This request is too large. Send less data at once.',
  too_slow: 'This request took too long to arrive. Try again.',
  unavailable: 'The service is busy. Try again in a moment.',
  unexpected: 'Something went wrong. Try again in a moment.',
  unsupported_media_type: 'Send this request as JSON.',
  multipart_required: 'Send files as multipart/form-data.',
  not_ready: 'The server is not ready for requests yet. Try again in a moment.',
  signed_out: 'Log in to continue.',
  invalid_api_key: 'This API key is not valid. Check the key or create a new one.',
  not_for_keys: "API keys can't do this. Log in to your account instead.",
  forbidden: "You don't have permission to do this. Ask an owner of the store for access.",
  no_such_store: "We couldn't find this store, or you don't have access to it.",
  version_conflict:
    'Someone else changed this while you were editing. Reload to see the latest version.',
  value_not_storable: "A value in this request can't be saved. Check your entries and try again.",
  refused: "This value can't be saved. Check your entries and try again.",
  taken: 'This value is already in use. Enter a different one.',
  in_use: 'This is still in use, or something it needs was deleted. Reload the page and try again.',
  count_changed: 'The list changed in the meantime. Check your selection and try again.',
  selection_missing: 'Send either `ids` or `where` to select rows.',
  expected_missing: 'Send the number of rows you expect in `expected`.',
  invalid_idempotency_key: 'Use an idempotency key of 1 to 255 characters.',
  idempotency_mismatch: 'This idempotency key was used for another request. Use a new key.',
  invalid_cursor: 'This page of the list is no longer available. Go back to the first page.',
  invalid_sort: "This list can't be sorted that way. Choose another column.",
  page_too_deep:
    'This page is too far into the list. Continue with the cursor of the previous page.',
  too_many_streams: 'Too many tabs are open. Close some and try again.',
  too_many_tries: {
    one: 'Too many attempts. Try again in 1 second.',
    other: 'Too many attempts. Try again in {{count}} seconds.',
  },
  too_many_tries_minutes: {
    one: 'Too many attempts. Try again in 1 minute.',
    other: 'Too many attempts. Try again in {{count}} minutes.',
  },
  too_many_stores: {
    one: 'You created many stores in a short time. Create another in 1 minute.',
    other: 'You created many stores in a short time. Create another in {{count}} minutes.',
  },
  too_many_emails: {
    one: "We can't send an email to this address right now. Try again in 1 minute.",
    other: "We can't send an email to this address right now. Try again in {{count}} minutes.",
  },
  bookmark_not_found: "We couldn't find this bookmark. It may have been deleted.",
  bookmark_limit: "You can't pin more pages. Unpin one first.",
  bookmark_taken: 'This page is already pinned.',
  notification_not_found: "We couldn't find this notification. It may have been deleted.",
  view_not_found: "We couldn't find this view. It may have been deleted.",
  view_limit: 'A list can have at most {{count}} views. Delete one first.',
  view_share_forbidden:
    'You need permission to edit these rows before you can share views of them.',
  view_unshare_forbidden: 'Only the person who created this view can stop sharing it.',
  view_name_taken: 'Another view has this name. Enter a different one.',
} as const satisfies Record<string, ErrorTemplate>
