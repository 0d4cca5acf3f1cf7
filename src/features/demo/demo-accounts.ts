import type { Role } from '@/shared/auth/roles'

interface DemoAccount {
  email: string
  role: Role
}

/** The accounts that the seeding page names. None of them is ever made. */
export const demoAccounts: readonly DemoAccount[] = [
  { email: 'admin@demo.example', role: 'admin' },
  { email: 'director@demo.example', role: 'director' },
  { email: 'development@demo.example', role: 'development_manager' },
  { email: 'accounting@demo.example', role: 'accounting' },
  { email: 'staff@demo.example', role: 'staff' },
  { email: 'mentor@demo.example', role: 'mentor' },
  { email: 'mentee@demo.example', role: 'mentee' },
  { email: 'student@demo.example', role: 'student' },
  { email: 'donor@demo.example', role: 'donor' },
  { email: 'supporter@demo.example', role: 'supporter' },
]
