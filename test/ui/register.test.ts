import { expect } from 'chai';
import { html } from 'lit';
import { ApiError } from '../../ui/api/api-error.ts';
import '../../ui/pages/register/kb-register-page.ts';
import { appWith, fill, press, settled, shown, violations } from './support.ts';

const page = html`<kb-register-page></kb-register-page>`;

const fillIn = (element: Element, email: string, password: string) => {
  fill(element, '[name=email]', email);
  fill(element, '[name=password]', password);
};

describe('The registration page', () => {
  it('offers the three plans and is accessible', async () => {
    const element = await shown(page);
    const plans = [...element.querySelectorAll('wa-radio')].map((each) => each.getAttribute('value'));
    expect(plans).to.deep.equal(['free', 'starter', 'pro']);
    expect(await violations(element)).to.deep.equal([]);
  });

  it('says what is wrong with both fields before anything is sent', async () => {
    const element = await shown(page);
    fillIn(element, 'lead@example', 'short');
    await press(element, 'Создать аккаунт');
    const errors = [...element.querySelectorAll('.field-error')].map((each) => each.textContent.trim());
    expect(errors).to.deep.equal(['Похоже на опечатку в адресе', 'Пароль короче 12 знаков']);
    expect(await violations(element)).to.deep.equal([]);
  });

  it('says at the field that an email is taken', async () => {
    const element = await shown(
      page,
      appWith({
        register: () => Promise.reject(new ApiError(400, 'Email already registered', { code: 'email-taken' })),
      }),
    );
    fillIn(element, 'lead@example.com', 'long enough by far');
    await press(element, 'Создать аккаунт');
    expect(element.querySelector('.field-error')?.textContent).to.contain('Эта почта уже занята');
    expect(document.activeElement?.getAttribute('name')).to.equal('email');
  });

  it('says at the field that a password is too common', async () => {
    const detail = 'password is one of the most common passwords; choose another';
    const element = await shown(page, appWith({ register: () => Promise.reject(new ApiError(400, detail)) }));
    fillIn(element, 'lead@example.com', '1q2w3e4r5t6y');
    await press(element, 'Создать аккаунт');
    expect(element.querySelector('.field-error')?.textContent).to.contain('из самых распространённых');
    expect(document.activeElement?.getAttribute('name')).to.equal('password');
  });

  it('says that the service is out of reach', async () => {
    const element = await shown(page, appWith({ register: () => Promise.reject(new ApiError(0, 'Failed to fetch')) }));
    fillIn(element, 'lead@example.com', 'long enough by far');
    await press(element, 'Создать аккаунт');
    expect(element.querySelector('[role=alert]')?.textContent).to.contain('Нет связи с сервисом');
    window.dispatchEvent(new Event('online'));
    await settled();
    expect(element.querySelector('[role=alert]')).to.equal(null);
  });

  it('registers with the chosen plan and begins a session', async () => {
    const plans: string[] = [];
    const app = appWith({
      register: ({ plan }) => {
        plans.push(plan);
        return Promise.resolve('token');
      },
    });
    const element = await shown(page, app);
    fillIn(element, 'lead@example.com', 'long enough by far');
    const group = element.querySelector<HTMLElement & { value: string }>('wa-radio-group');
    if (!group) throw new Error('There is no choice of plans');
    group.value = 'pro';
    group.dispatchEvent(new Event('change', { bubbles: true }));
    await press(element, 'Создать аккаунт');
    expect(plans).to.deep.equal(['pro']);
    expect(app.session.token.get()).to.equal('token');
  });
});
