import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { formText } from '@/shared/lib/form-text'
import { backendMessage } from '@/shared/supabase/backend-message'
import { Alert } from '@/shared/ui/alert'
import { Button } from '@/shared/ui/button'
import { Dialog, DialogContent, DialogFooter } from '@/shared/ui/dialog'
import { Field } from '@/shared/ui/field'
import { Input } from '@/shared/ui/input'
import { setUserName, type DemoUser } from './demo-users-queries'

const nameSchema = z.object({ fullName: formText(100).trim() })

export function EditNameDialog({ user, onClose }: { user: DemoUser; onClose: () => void }) {
  const save = useMutation(setUserName())
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(nameSchema),
    defaultValues: { fullName: user.full_name ?? '' },
  })
  const reason = save.isError ? backendMessage(save.error) : undefined

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        size="sm"
        title="Edit name"
        description={`The name of ${user.email ?? 'this account'}, as others see it.`}
      >
        <form
          noValidate
          aria-label="Edit name"
          onSubmit={(event) =>
            void handleSubmit(({ fullName }) =>
              save.mutate({ id: user.id, fullName }, { onSuccess: onClose }),
            )(event)
          }
        >
          <Field
            label="Full name"
            description="Left empty, the account is shown as “Unnamed User”."
            error={formState.errors.fullName?.message}
          >
            {(control) => <Input autoComplete="off" {...control} {...register('fullName')} />}
          </Field>
          {reason && <Alert role="alert" tone="danger" title={reason} className="mt-4" />}
          <DialogFooter>
            <Button variant="outline" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={save.isPending}>
              {save.isPending ? 'Saving...' : 'Save'}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}
