import { createErrorMessage } from '../lib/call/error-message.ts'

/** Why an import ended whose job did not finish in time, or was killed at each attempt. */
export const interruptedMessages = {
  planning: createErrorMessage('import_check_interrupted'),
  running: createErrorMessage('import_run_interrupted'),
}
