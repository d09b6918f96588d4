import { cue } from './cue.ts';

/** Names in Latin letters, of any nation, where logs, trackers and mails write a person. */
export const records = {
  recordedName: [
    cue(
      "<recordedDeed> ('back'|'out'|'over'|'up'|'for'|'as'|'issue'|'ticket')? 'by' ':'? ‹[<recordedWord>] <recordedTail>›",
      {
        yes: [
          'deploy #77 rolled back by ‹Grigory Shulman›: failed',
          'crash report submitted by ‹Przemysław Nowak›; build 5',
        ],
        no: ['created by Backup Service', 'Approved by Support Team'],
      },
    ),
    cue("<recordedDeed> ('back'|'out'|'over'|'up')? 'by' ':'? ‹[<big> & latinFirst & !<assistant> & !#inPath]›", {
      yes: ['approved by ‹Ayrat› at 10:14'],
    }),
    cue(
      "('assigned'|'reassigned'|'escalated'|'transferred'|'handed'|'delegated'|'forwarded'|'unassigned') 'over'? ('to'|'from') ':'? ‹[<recordedWord>] <recordedTail>›",
      { yes: ['Ticket #4412 assigned to ‹Ostap Hrytsenko›'], no: ['Escalated to Service Desk'] },
    ),
    cue("<recordedPerson> ('changed'|'set'|'updated') ('from'|'to') ‹[<recordedWord>] <recordedTail>›", {
      yes: ['assignee changed from ‹Bauyrzhan Seitkali› to nobody by rule 12'],
    }),
    cue("(marked & latin) ('to'|на|'→') ‹[<recordedWord>] <recordedTail>›", {
      yes: ['Reassigned from ‹Ostap Hrytsenko› to ‹Park Ji-hoon›'],
    }),
    cue(
      "<recordedPerson> ('name'|'person'|'added'|'id' | '-' 'call')? <mark>? ':=' <mark>? ‹[<recordedWord>] <recordedTail>›",
      {
        yes: ['Watchers: ‹Ostap Hrytsenko›', 'owner=‹Sanzhar Abdrakhmanov›', '"assignee": "‹Herrmann Klaus›"'],
        no: ['Owner: Service Desk', 'user=Backup Service'],
      },
    ),
    cue("('full'|'display'|<recordedPerson>) '_-'? 'name' <mark>? ':=' <mark>? ‹[<recordedWord>] <recordedTail>›", {
      yes: ['full_name=‹Herrmann Klaus›', 'Display name: ‹Park Ji-hoon›'],
    }),
    cue("('cn'|'displayname'|'fullname') <mark>? ':=' <mark>? ‹[<recordedWord>] <recordedTail>›", {
      yes: ['CN=‹Ostap Hrytsenko›,OU=Users'],
      no: ['CN=Domain Admins,OU=Users'],
    }),
    cue("'name' <mark>? ':=' <mark>? ‹[<latinGiven> & <recordedWord>] <recordedWord>›", {
      yes: ['name=‹Elena Tkach›;role=student'],
      no: ['name=Backup Service'],
    }),
    cue("(<recordedPerson> | 'entry') 'of'? <quotation> ‹[<recordedWord>] <recordedTail>› <quotation>", {
      yes: ['employee "‹Herrmann Klaus›" not found', "User '‹Ostap Hrytsenko›' not found"],
      no: ['account "Guest User" locked'],
    }),
    cue(
      "(<recordedDeed> | 'off' | 'authored') ('_-' & glued) 'by' <mark>? ':=' <mark>? ‹[<recordedWord>] <recordedTail>›",
      {
        yes: ['created_by=‹Herrmann Klaus›; status=new', 'Signed-off-by: ‹Ostap Hrytsenko›'],
        no: ['created_by=Backup Service'],
      },
    ),
    cue("<recordedFor> ':'? ‹[<recordedWord>] <recordedTail>›", {
      yes: [
        'Logged in as ‹Ostap Hrytsenko›',
        'Sync failed for user ‹Herrmann Klaus›: quota',
        'Call from ‹Park Ji-hoon›',
      ],
      no: ['run as Guest User', 'Access denied for user Domain Admins'],
    }),
    cue("('removed'|'added'|'invite'|'assign'|'add'|'remove') ‹[<recordedWord>] <recordedTail>› ('from'|'as'|'to')", {
      yes: ['Removed ‹Ostap Hrytsenko› from watchers'],
      no: ['Added Windows Defender to exclusions'],
    }),
    cue(
      "(edge|break|':>]|') ‹[<recordedWord>] <recordedTail>› ('is'|'was'|'has') 'not'? ('been'|'a'|'out'|'removed'|'added'|'on') ('of' 'office'|'added'|'removed'|'invited'|'member'|'leave'|'vacation'|'from'|'to')",
      {
        yes: ['‹Ostap Hrytsenko› is out of office', '‹Park Ji-hoon› has been added to the group'],
        no: ['Windows Defender is out of date'],
      },
    ),
    cue(
      "('user'|'patient'|'employee'|'agent'|'customer'|'student') ‹[<recordedWord>] <recordedTail>› ('is'|'was'|'has'|'had'|'not'|'joined'|'left'|'discharged'|'logged'|'failed')",
      {
        yes: ['User ‹Sanzhar Abdrakhmanov› was locked out'],
        no: ['User Profile Service was stopped'],
      },
    ),
    cue("marked ';,' ‹[<recordedWord>] <recordedTail>› (';,' | break | edge)", {
      yes: ['Watchers: ‹Ostap Hrytsenko›, ‹Herrmann Klaus›'],
    }),
    cue(
      "(edge|break|':>]|•-–—,') ‹[<recordedWord>] <recordedTail>› (<socialDeed> | <trackedDeed> ('the'|'a'|'an'|'this'|'status'|'assignee'|'priority'|'issue'|'ticket'|'merge'|'pull'|'branch'|number|'#'))",
      {
        yes: ['jira: ‹Ostap Hrytsenko› changed status from In Progress', '‹Park Ji-hoon› commented on PROJ-14'],
        no: ['Windows Update added a restart'],
      },
    ),
    cue(
      '!/^(?:клиент|агент|менеджер|мастер|оператор)/ ‹[<recordedWord> & (#afterLabel | #surnameOfField | #afterPersonNoun)] <recordedTail>›',
      {
        yes: ['Кого провести: ‹Park Ji-hoon›, стажёр', 'ревьюер ‹Ostap Hrytsenko›'],
        no: ['Исполнитель: Support Team', 'клиент Google Chrome обновился'],
      },
    ),
    cue('/^(?:переназначен|назначен|эскалирован|передан|сменен|изменен)/ (на|с) ‹[<recordedWord>] <recordedTail>›', {
      yes: ['задача назначена на ‹Ostap Hrytsenko›'],
      no: ['назначено на Windows Server'],
    }),
    cue("'—–-' ‹[<recordedWord> & <latinGiven>] <recordedWord>› ',.'", {
      yes: ['Нет доступа — ‹Klaus Herrmann›, филиал'],
    }),
    cue("'—–-' ‹[<recordedWord>] (<recordedWord> & <latinGiven>)› ',.'", {
      yes: ['Нет доступа — ‹Herrmann Klaus›, филиал Калуга'],
    }),
  ],
} as const;
