import type { ErrorTemplate } from './error-text.ts'

/** Errors of accounts, logins and invitations. */
export const accountErrors = {
  wrong_credentials: 'Email or Password is Invalid',
  invalid_refresh_token: 'Invalid refresh token',
  account_not_found: 'This account no longer exists.',
  session_not_found: 'We couldn’t find this device. It may already be logged out.',
  passkey_not_found: 'We couldn’t find this passkey. It may have been removed.',
  passkey_rejected: 'We couldn’t verify this passkey. Try again or use your password.',
  passkey_limit: 'An account can have at most {{count}} passkeys. Remove one first.',
  passkey_taken: 'This passkey is already in use. Use a different one.',
  sole_owner: 'You are the only owner of {{store}}. Transfer or close the store first.',
  link_invalid: 'This link has expired or was already used. Request a new one.',
  invitation_invalid:
    'This invitation has expired, was canceled or was already used. Ask for a new one.',
  other_email: 'This invitation is for another email. Log in with the email it was sent to.',
  other_account: 'This link is for another account. Log in with that account.',
  already_joined: 'You already joined this store. Open it from “Stores”.',
  same_email: 'This is already your email. Enter a different one.',
  same_password: 'This is already your password. Choose a different one.',
  wrong_password: 'This password is incorrect. Try again.',
  common: 'This password is too easy to guess. Choose a different one.',
  contains_email: 'Choose a password that doesn’t contain your email.',
  contains_name: 'Choose a password that doesn’t contain your name.',
  contains_store: 'Choose a password that doesn’t contain the name of your store.',
  two_step_required: 'Enter the code from your authenticator app.',
  wrong_code: 'This code is incorrect or was already used. Enter the newest one.',
  wrong_recovery_code: 'This recovery code is incorrect or was already used. Each code works once.',
  two_step_on: 'Two-step authentication is already on. Reload the page.',
  two_step_off: 'Two-step authentication is off. Turn it on first.',
  plan_limit:
    'You’ve reached a limit of your plan ({{used}} of {{limit}}). Delete something first.',
  plan_limit_store:
    'You’ve reached the store limit of your plan ({{used}} of {{limit}}). Upgrade to {{plan}} to add more.',
  plan_limit_staff:
    'You’ve reached the staff limit of your plan ({{used}} of {{limit}}). Upgrade to {{plan}} to invite more.',
  plan_limit_product:
    'You’ve reached the product limit of your plan ({{used}} of {{limit}}). Upgrade to {{plan}} to add more.',
  plan_limit_domain:
    'You’ve reached the domain limit of your plan ({{used}} of {{limit}}). Upgrade to {{plan}} to add more.',
  plan_limit_apiKey:
    'You’ve reached the limit of API keys of your plan ({{used}} of {{limit}}). Upgrade to {{plan}} to add more.',
  plan_limit_webhook:
    'You’ve reached the webhook limit of your plan ({{used}} of {{limit}}). Upgrade to {{plan}} to add more.',
  owner_plan_limit:
    'The owner’s plan has reached a limit ({{used}} of {{limit}}). Ask the owner to choose a larger plan.',
  plan_billing_off: 'This installation has no limits, so there is no plan to pay for.',
  plan_active: 'You already have a paid plan. Change it instead.',
  plan_not_paid: 'You don’t have a paid plan yet. Choose one first.',
  plan_price_mismatch: 'This plan isn’t available right now. Try again later.',
  plan_payment_declined:
    'The payment was declined. Update your payment method, then change the plan again.',
  email_taken: 'This email is already in use.',
  username_taken: 'This username is already in use.',
} as const satisfies Record<string, ErrorTemplate>
