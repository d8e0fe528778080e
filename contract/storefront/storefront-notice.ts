/** The notice that visitors of a store see instead of its pages. */
export type StorefrontNoticeCode =
  | 'paused'
  | 'password'
  | 'not_launched'
  | 'closed'
  | 'unavailable'
  | 'unexpected'
  | 'invalid_request'
  | 'too_many_requests'
  | 'no_preview'
  | 'preview_only'
