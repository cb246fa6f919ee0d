import * as z from "zod/mini"

export const ROLES = ["user", "admin"] as const

export type Role = (typeof ROLES)[number]

/** Whoever is logged in. */
export interface Account {
  id: number
  username: string
  email: string
  role: Role
}

export const PASSWORD_MIN = 8
const PASSWORD_MAX = 128
const EMAIL_MAX = 254
const GIVEN_MAX = 1000

const mismatch = "Les mots de passe ne correspondent pas"

export const Email = z
  .string("L’e-mail est requis")
  .check(z.trim(), z.maxLength(EMAIL_MAX, "E-mail invalide"), z.email("E-mail invalide"))

export const Username = z.string("Le nom d’utilisateur est requis").check(
  z.trim(),
  z.minLength(3, "Le nom d’utilisateur doit contenir au moins 3 caractères"),
  z.maxLength(50, "Le nom d’utilisateur ne peut dépasser 50 caractères"),
  z.refine((name) => !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name), "Le nom d’utilisateur contient un caractère interdit"),
)

export const NewPassword = z
  .string("Le mot de passe est requis")
  .check(
    z.minLength(PASSWORD_MIN, `Le mot de passe doit contenir au moins ${PASSWORD_MIN} caractères`),
    z.maxLength(PASSWORD_MAX, `Le mot de passe ne peut dépasser ${PASSWORD_MAX} caractères`),
  )

/** What somebody types to prove who they are: only the stored hash decides. Bounded, since it is put in Unicode form. */
const GivenPassword = z
  .string("Le mot de passe est requis")
  .check(z.minLength(1, "Le mot de passe est requis"), z.maxLength(GIVEN_MAX, "Le mot de passe est trop long"))

export const Credentials = z.object({
  email: z
    .string("L’e-mail est requis")
    .check(z.trim(), z.minLength(1, "L’e-mail est requis"), z.maxLength(GIVEN_MAX, "L’e-mail est trop long")),
  password: GivenPassword,
})

export type Credentials = z.infer<typeof Credentials>

export const Registration = z
  .object({
    username: Username,
    email: Email,
    password: NewPassword,
    confirmPassword: z.string("La confirmation est requise"),
  })
  .check(
    z.refine(({ password, confirmPassword }) => password === confirmPassword, {
      error: mismatch,
      path: ["confirmPassword"],
    }),
  )

export type Registration = z.infer<typeof Registration>

export const PasswordChange = z
  .object({
    currentPassword: GivenPassword,
    password: NewPassword,
    confirmPassword: z.string("La confirmation est requise"),
  })
  .check(
    z.refine(({ password, confirmPassword }) => password === confirmPassword, {
      error: mismatch,
      path: ["confirmPassword"],
    }),
  )

export type PasswordChange = z.infer<typeof PasswordChange>
