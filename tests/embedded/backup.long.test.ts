import { testInterruptions } from './interruption'

const shares = [0.05, 0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75, 0.85, 0.95]

testInterruptions(
  ['backup', 'verification', 'restore'],
  (['SIGINT', 'SIGTERM', 'SIGKILL'] as const).flatMap((signal) =>
    shares.map((share) => [signal, share] as const),
  ),
)
