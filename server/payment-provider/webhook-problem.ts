import { Problem } from '../lib/call/problem.ts'

export const createWebhookProblem = () => new Problem(400, 'payment_webhook_invalid')
