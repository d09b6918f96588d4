import { expect } from 'chai';
import { html } from 'lit';
import { learntAnswers } from '../../src/adapters/local-model/learnt-answers.ts';
import { localModel } from '../../src/adapters/local-model/model-names.ts';
import { ApiError } from '../../ui/api/api-error.ts';
import { chooseLanguage } from '../../ui/messages/language.ts';
import '../../ui/pages/login/kb-sign-in-page.ts';
import { appWith, fill, press, settled, shown, violations } from './support.ts';

const page = html`<kb-sign-in-page></kb-sign-in-page>`;

describe('The sign-in page', () => {
  afterEach(() => chooseLanguage('ru'));

  it('asks for email and password and is accessible', async () => {
    const element = await shown(page);
    expect(await violations(element)).to.deep.equal([]);
  });

  it('says who sets a new password, since the service sends no mail', async () => {
    const element = await shown(page);
    const details = element.querySelector('details');
    expect(details?.querySelector('summary')?.textContent).to.equal('Забыли пароль?');
    details?.querySelector('summary')?.click();
    await settled();
    expect(details?.open).to.equal(true);
    expect(details?.querySelector('p')?.textContent).to.contain('Новый пароль задаст администратор сервиса');
    expect(await violations(element)).to.deep.equal([]);
  });

  it('names the first field that is missing, leads there, and sends nothing', async () => {
    const element = await shown(page);
    await press(element, 'Войти');
    expect(element.querySelector('.field-error')?.textContent).to.contain('Введите почту');
    expect(document.activeElement?.getAttribute('name')).to.equal('email');
    expect(await violations(element)).to.deep.equal([]);
  });

  it('says in one notice that email or password is wrong', async () => {
    const app = appWith({ logIn: () => Promise.reject(new ApiError(401, 'Invalid email or password')) });
    const element = await shown(page, app);
    fill(element, '[name=email]', 'lead@example.com');
    fill(element, '[name=password]', 'wrong password');
    await press(element, 'Войти');
    expect(element.querySelector('[role=alert]')?.textContent).to.contain('Неверная почта или пароль');
    expect(app.session.token.get()).to.equal(undefined);
    expect(await violations(element)).to.deep.equal([]);
  });

  it('says for how long logins are delayed, and after what', async () => {
    const delayed = new ApiError(429, 'Too many failed logins; try again in 15 s', {
      retryAfter: 15,
      code: 'too-many-attempts',
    });
    const element = await shown(page, appWith({ logIn: () => Promise.reject(delayed) }));
    fill(element, '[name=email]', 'lead@example.com');
    fill(element, '[name=password]', 'wrong password');
    await press(element, 'Войти');
    const notice = () => element.querySelector('[role=alert]')?.textContent.trim();
    expect(notice()).to.equal('Слишком много неудачных попыток входа; попробуйте через 15 с.');
    await press(element, 'English');
    await settled();
    expect(notice()).to.equal('Too many failed logins; try again in 15 s.');
  });

  it('says in Russian that an e-mail has invisible characters', async () => {
    const refused = new ApiError(400, 'email must not contain invisible or decomposed characters');
    const element = await shown(page, appWith({ logIn: () => Promise.reject(refused) }));
    fill(element, '[name=email]', 'lead@example.com');
    fill(element, '[name=password]', 'long enough by far');
    await press(element, 'Войти');
    expect(element.querySelector('[role=alert]')?.textContent).to.contain('В почте есть невидимые знаки');
  });

  it('shows in its example how similar tickets are in words, in both languages', async () => {
    const element = await shown(page, appWith());
    const words = () =>
      [...element.querySelectorAll('.ticket-score-value')].map((each) => each.textContent.trim()).join(', ');
    const example = () => element.querySelector('.example')?.textContent.replaceAll('\u00a0', ' ') ?? '';
    expect(words()).to.equal('очень похоже, похоже, похоже, похоже, отдалённо');
    const { similarityLevels: levels } = learntAnswers.models[localModel];
    const scores = [...element.querySelectorAll<HTMLElement>('.ticket-score')].map(({ title }) =>
      Number(title.replace(/\D+/, '').replace(',', '.')),
    );
    const wordOf = (score: number, index: number) => {
      const { verySimilar, similar } = (index === 0 && levels.first) || levels;
      return score >= verySimilar ? 'очень похоже' : score >= similar ? 'похоже' : 'отдалённо';
    };
    expect(scores.map(wordOf).join(', ')).to.equal(words());
    expect(example()).to.contain('№6230');
    await press(element, 'English');
    await settled();
    expect(words()).to.equal('very similar, similar, similar, similar, distant');
    expect(example()).to.contain('No. 6230').and.not.to.contain('№');
    await press(element, 'Русский');
  });

  it('begins a session with the token that it gets', async () => {
    const app = appWith({ logIn: ({ email }) => Promise.resolve(`token of ${email}`) });
    const element = await shown(page, app);
    fill(element, '[name=email]', ' lead@example.com ');
    fill(element, '[name=password]', 'long enough by far');
    await press(element, 'Войти');
    expect(app.session.token.get()).to.equal('token of lead@example.com');
  });

  it('says that a session has ended', async () => {
    const app = appWith();
    const element = await shown(page, { ...app, session: { ...app.session, expired: () => true } });
    expect(element.textContent).to.contain('Сеанс закончился');
  });

  it('speaks English as soon as it is chosen', async () => {
    const element = await shown(page);
    await press(element, 'English');
    await settled();
    expect(element.querySelector('h1')?.textContent).to.equal('Sign in');
    expect(document.documentElement.lang).to.equal('en');
  });
});
