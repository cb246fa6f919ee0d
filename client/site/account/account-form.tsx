import { Link } from "@tanstack/react-router"
import type { ComponentProps, ReactNode } from "react"
import { Banner } from "#client/ui/banner.tsx"
import { BusyButton } from "#client/ui/busy-button.tsx"
import { InputField } from "#client/ui/field.tsx"
import { PasswordField } from "#client/ui/password-field.tsx"

interface AccountFormProps extends Pick<ComponentProps<"form">, "ref" | "noValidate" | "onSubmit" | "onInput"> {
  /** The browser posts to this URL before the script is loaded, and without JavaScript. */
  action: string
  outcome: { tone: "success" | "error"; text: string } | undefined
  isSending: boolean
  texts: { submit: string; submitting: string }
  /** Another way to continue than this form, shown below its button. */
  alternative?: ReactNode
  /** Link for visitors who came to the wrong page. */
  other?: { to: "/login" | "/register"; question: string; label: string } | undefined
  below?: ReactNode
  children: ReactNode
}

/** The form of a public page about accounts. */
export function AccountForm({
  outcome,
  isSending,
  texts,
  alternative,
  other,
  below,
  children,
  ...form
}: AccountFormProps) {
  return (
    <form method="post" className="grid gap-5" {...form}>
      {outcome && (
        <Banner tone={outcome.tone} scrollIntoView>
          {outcome.text}
        </Banner>
      )}
      {children}
      <BusyButton type="submit" isBusy={isSending} className="btn btn-primary btn-lg">
        {isSending ? texts.submitting : texts.submit}
      </BusyButton>
      {alternative}
      {below}
      {other && (
        <p>
          {other.question}{" "}
          <Link to={other.to} className="link-inline">
            {other.label}
          </Link>
        </p>
      )}
    </form>
  )
}

interface EmailFieldProps {
  label: string
  error: string | undefined
  defaultValue: string | undefined
  autoComplete?: string
}

export function EmailField({ defaultValue = "", ...field }: EmailFieldProps) {
  return (
    <InputField
      name="email"
      type="email"
      inputMode="email"
      autoComplete="username"
      defaultValue={defaultValue}
      {...field}
    />
  )
}

interface NewPasswordFieldsProps {
  texts: { password: string; passwordHelp: string; confirmPassword: string }
  errors: Record<string, string>
}

export function NewPasswordFields({ texts, errors }: NewPasswordFieldsProps) {
  const field = { autoComplete: "new-password" } as const
  return (
    <>
      <PasswordField
        {...field}
        name="password"
        label={texts.password}
        help={texts.passwordHelp}
        error={errors.password}
      />
      <PasswordField {...field} name="confirmPassword" label={texts.confirmPassword} error={errors.confirmPassword} />
    </>
  )
}
