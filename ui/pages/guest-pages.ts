/** What a signed-out visitor may open, loaded together. */
import './login/kb-sign-in-page.ts';
import './register/kb-register-page.ts';
