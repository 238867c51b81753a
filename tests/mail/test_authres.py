"""What the own receiving server says of a sender; everything below it may be forged."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.mail.authres import (
    MICROSOFT,
    NO_FIELD,
    TRACED,
    UNCHECKED,
    UNREADABLE,
    parse,
    unproved,
)
from pbem.mail.letters import read_letter
from tests.mail.letter_samples import message

GMAIL = """\
Delivered-To: judge@gmail.com
Received: by 2002:a05:6a10:9f81:b0:1c2:3d4e:5f60 with SMTP id ge1csp1234567pxb;
        Fri, 4 Dec 2026 11:02:07 -0800 (PST)
X-Received: by 2002:a17:906:1f12:: with SMTP id w18mr1.2.1; Fri, 04 Dec 2026 11:02:06 -0800 (PST)
ARC-Authentication-Results: i=1; mx.google.com;
       dmarc=fail header.from=example.org
Return-Path: <anna@example.org>
Received: from mail.example.org (mail.example.org. [192.0.2.7])
        by mx.google.com with ESMTPS id a1si2.3.2026.12.04 for <judge@gmail.com>
        (version=TLS1_3 cipher=TLS_AES_256_GCM_SHA384 bits=256/256);
        Fri, 04 Dec 2026 11:02:06 -0800 (PST)
Received-SPF: pass (google.com: domain of anna@example.org designates 192.0.2.7 as permitted sender)
Authentication-Results: mx.google.com;
       dkim=pass header.i=@example.org header.s=s1 header.b=AbCd/12=;
       spf=pass (google.com: domain of anna@example.org designates 192.0.2.7 as permitted sender) smtp.mailfrom=anna@example.org;
       dmarc=pass (p=REJECT sp=REJECT dis=NONE) header.from=example.org
Received: from [10.0.0.2] (dsl.example.net [198.51.100.9]) by mail.example.org (Postfix) with ESMTPSA id 4F2
"""
FASTMAIL = """\
Return-Path: <anna@example.org>
Received: from phl-compute-05.internal (phl-compute-05.nyi.internal [10.202.2.45])
\t by sloti36n20 (Cyrus 3.11.0-alpha0) with LMTPA;
\t Fri, 04 Dec 2026 14:02:07 -0500
Received: from phl-mx-02.messagingengine.com ([10.202.2.201])
  by phl-compute-05.internal (MEProxy); Fri, 04 Dec 2026 14:02:07 -0500
ARC-Authentication-Results: i=1; mx4.messagingengine.com; dmarc=pass header.from=example.org
Authentication-Results: mx4.messagingengine.com;
    arc=none (no signatures found);
    dkim=pass (2048-bit rsa key sha256) header.d=example.org header.i=@example.org header.b=a+b/c=
      header.a=rsa-sha256 header.s=s1 x-bits=2048;
    dmarc=pass policy.published-domain-policy=quarantine policy.applied-disposition=none
      policy.evaluated-disposition=none (p=quarantine,d=none,d.eval=none) policy.policy-from=p
      header.from=example.org;
    iprev=pass smtp.remote-ip=192.0.2.7 (mail.example.org);
    spf=pass smtp.mailfrom=anna@example.org smtp.helo=mail.example.org
X-ME-Authentication-Results: mx4.messagingengine.com; x-csa=none
Received: from mail.example.org (mail.example.org [192.0.2.7])
    by mx4.messagingengine.com (Postfix) with ESMTPS id 1A2B3C
"""
POSTFIX = """\
Return-Path: <anna@example.org>
X-Original-To: judge@kremlin.example
Delivered-To: judge@kremlin.example
Authentication-Results: mx.kremlin.example; dmarc=pass (p=reject dis=none) header.from=example.org
Authentication-Results: mx.kremlin.example; spf=pass smtp.mailfrom=example.org
Received: from mail.example.org (mail.example.org [192.0.2.7])
\tby mx.kremlin.example (Postfix) with ESMTPS id 7D3F21
\tfor <judge@kremlin.example>; Fri,  4 Dec 2026 19:02:07 +0000 (UTC)
Authentication-Results: mx.kremlin.example;
\tdkim=pass (2048-bit key; unprotected) header.d=example.org header.i=@example.org header.b="Qx12ab=";
\tdkim-atps=neutral
"""
RSPAMD = """\
Received: from mx.kremlin.example
\tby imap.kremlin.example with LMTP id kG1 for <judge@kremlin.example>
Received: from mail.example.org (mail.example.org [192.0.2.7])
\tby mx.kremlin.example (Postfix) with ESMTPS id 7D3F21
Authentication-Results: mx.kremlin.example;
\tdkim=pass header.d=example.org header.s=s1 header.b=abcdefgh;
\tdmarc=pass (policy=reject) header.from=example.org;
\tspf=pass (mx.kremlin.example: domain of anna@example.org designates 192.0.2.7 as permitted sender) smtp.mailfrom=anna@example.org
"""
YAHOO = """\
X-Apparently-To: judge@yahoo.com; Fri, 4 Dec 2026 19:02:07 +0000
Return-Path: <anna@example.org>
X-Originating-Ip: [192.0.2.7]
Received-SPF: pass (domain of example.org designates 192.0.2.7 as permitted sender)
Authentication-Results: atlas-production.v2-mail-prod1-gq1.omega.yahoo.com;
 dkim=pass header.i=@example.org header.s=s1;
 spf=pass smtp.mailfrom=example.org;
 dmarc=pass(p=REJECT) header.from=example.org;
Received: from 192.0.2.7 (EHLO mail.example.org)
 by 10.197.38.82 with SMTPs
"""
GMX = """\
Return-Path: <anna@example.org>
Authentication-Results: gmx.net; dkim=pass header.i=@example.org; dmarc=pass header.from=example.org
Received: from mail.example.org ([192.0.2.7]) by mx-ha.gmx.net (mxgmx016
 [212.227.15.9]) with ESMTPS (Nemesis) id 1MkpS7-1r
"""
M365 = """\
Received: from DU2PR04MB9999.eurprd04.prod.outlook.com (2603:10a6:10:2d6::1)
 by AM0PR04MB1234.eurprd04.prod.outlook.com with HTTPS; Fri, 4 Dec 2026 19:02:07 +0000
ARC-Authentication-Results: i=1; mx.microsoft.com 1; spf=pass; dmarc=pass header.from=example.org
Received: from AM6P195CA0001.EURP195.PROD.OUTLOOK.COM (2603:10a6:209:81::14)
 by DU2PR04MB9999.eurprd04.prod.outlook.com (2603:10a6:10:2d6::1) with Microsoft SMTP
 Server (version=TLS1_3) id 15.20.9999.1
Received: from AMS0EPF0000019B.eurprd05.prod.outlook.com (2603:10a6:209:81:cafe::1)
 by AM6P195CA0001.outlook.office365.com (2603:10a6:209:81::14) with Microsoft SMTP Server
Authentication-Results: spf=pass (sender IP is 192.0.2.7)
 smtp.mailfrom=example.org; dkim=pass (signature was verified)
 header.d=example.org;dmarc=pass action=none
 header.from=example.org;compauth=pass reason=100
Received-SPF: Pass (protection.outlook.com: domain of example.org designates 192.0.2.7)
Received: from mail.example.org (192.0.2.7) by
 AMS0EPF0000019B.mail.protection.outlook.com (10.167.16.247) with Microsoft SMTP Server
"""
SERVERS = {
    "mx.google.com": GMAIL,
    "mx4.messagingengine.com": FASTMAIL,
    "mx.kremlin.example": POSTFIX,
    "MX.Kremlin.example": RSPAMD,
    "atlas-production.v2-mail-prod1-gq1.omega.yahoo.com": YAHOO,
    "gmx.net": GMX,
    MICROSOFT: M365,
}
FORGED = "Authentication-Results: {name}; spf=pass; dkim=pass; dmarc=pass header.from=example.org\n"


def why(head: str, authserv: str, domain: str = "example.org") -> str:
    letter = read_letter(head.encode() + message())
    assert letter.sender is not None
    return unproved(letter.auth, authserv, domain)


@pytest.mark.parametrize("authserv", SERVERS)
def test_each_servers_form_of_a_sound_letter_is_understood(authserv: str) -> None:
    assert why(SERVERS[authserv], authserv) == ""


@pytest.mark.parametrize("authserv", SERVERS)
@pytest.mark.parametrize("result", ["fail", "none", "temperror", "permerror", "bestguesspass", "odd"])
def test_any_other_verdict_than_pass_is_told(authserv: str, result: str) -> None:
    head = SERVERS[authserv].replace("dmarc=pass", f"dmarc={result}")
    said = why(head, authserv)
    assert "example.org" in said
    assert f"dmarc={result if result != 'odd' else 'unknown'}" in said


@pytest.mark.parametrize("authserv", SERVERS)
@pytest.mark.parametrize("domain", ["evil.example", "sub.example.org", "org", "example.org.evil.example"])
def test_the_domain_must_be_the_one_of_the_from_field_itself(authserv: str, domain: str) -> None:
    assert "another domain" in why(SERVERS[authserv], authserv, domain)


@pytest.mark.parametrize("authserv", SERVERS)
def test_a_forged_field_below_changes_nothing(authserv: str) -> None:
    """As the sender himself can write it, below everything that the server adds."""
    name = "" if authserv == MICROSOFT else f"{authserv}; "
    forged = FORGED.replace("{name}; ", name)
    failing = SERVERS[authserv].replace("dmarc=pass", "dmarc=fail")
    assert "dmarc=fail" in why(failing + forged, authserv)
    hop = "Received: from evil.example (evil.example [203.0.113.5]) by relay.evil.example (Postfix) with ESMTP\n"
    without = "".join(
        part
        for part in SERVERS[authserv].replace("\n\t", " ").replace("\n ", " ").splitlines(True)
        if not part.lower().startswith(("authentication-results", "arc-"))
    )
    assert why(without + hop + forged, authserv) == NO_FIELD


@pytest.mark.parametrize(
    ("authserv", "head"),
    [("*.messagingengine.com", FASTMAIL), ("*.yahoo.com", YAHOO), ("*.Kremlin.example", RSPAMD)],
)
def test_where_many_servers_share_the_work_one_pattern_names_them_all(authserv: str, head: str) -> None:
    assert why(head, authserv) == ""
    assert "dmarc=fail" in why(
        head.replace("dmarc=pass", "dmarc=fail") + FORGED.format(name="mx9" + authserv[1:]), authserv
    )
    for other in ("evil" + authserv[2:], authserv[2:], "x" + authserv[1:] + ".evil.example"):
        assert why(FORGED.format(name=other), authserv) == NO_FIELD


def test_another_servers_verdict_is_none() -> None:
    assert why(GMAIL, "mx.kremlin.example") == NO_FIELD
    assert why(POSTFIX, MICROSOFT) == NO_FIELD
    assert why(M365, "mx.google.com") == NO_FIELD
    assert why("", "mx.google.com") == NO_FIELD
    assert why(FORGED.format(name="mx.kremlin.example.evil.example"), "mx.kremlin.example") == NO_FIELD


def test_of_several_verdicts_of_ours_the_worst_counts() -> None:
    second = POSTFIX.replace("dmarc=pass (p=reject dis=none)", "dmarc=fail")
    assert "dmarc=fail" in why(FORGED.format(name="mx.kremlin.example") + second, "mx.kremlin.example")


def test_a_server_that_did_not_check_is_told_apart_from_one_that_says_nothing() -> None:
    assert why("Authentication-Results: mx.x.example; none\n", "mx.x.example") == UNCHECKED
    assert why("Authentication-Results: mx.x.example; spf=pass\n", "mx.x.example") == UNCHECKED


@pytest.mark.parametrize(
    "value",
    [
        'mx.x.example; spf=pass smtp.mailfrom="a(b"; dmarc=pass header.from=example.org (never closed',
        'mx.x.example; dmarc=pass header.from=example.org; spf=pass smtp.mailfrom="never closed',
        "mx.x.example; spf=pass smtp.mailfrom=a(b@evil.example; dmarc=pass header.from=example.org",
        "mx.x.example 2; dmarc=pass header.from=example.org",
        "mx.x.example; dmarc=pass header.from=example.org" + "; dkim=fail header.b=xxxxxxxxxxxxxxxxxxx" * 300,
    ],
)
def test_a_field_of_ours_that_cannot_be_read_whole_is_never_passed_over(value: str) -> None:
    said = why(f"Authentication-Results: {value}\n{FORGED.format(name='mx.x.example')}", "mx.x.example")
    assert said == UNREADABLE


@pytest.mark.parametrize(
    "value",
    [
        "mx.x.example; dmarc=pass header.from=Example.ORG",
        "mx.x.example 1; dmarc/1=pass header.from=example.org;",
        '"mx.x.example"; dmarc=pass reason="all; is=(well" header.from="example.org"',
        "MX.x.example. ; (a (nested \\) one) dmarc=fail) dmarc = pass (p=none) header.from = example.org",
        "mx.x.example;dmarc=pass header.from=example.org.",
        "mx.x.example;;dmarc=pass header.from=anna@example.org;;",
        "mx.x.example; dkim=pass header.b=ab== header.i=@x; dmarc=pass header.from=example.org",
        "mx.x.example; spf=pass smtp.mailfrom=dmarc=fail; dmarc=pass header.from=example.org",
    ],
)
def test_forms_that_the_grammar_allows_or_servers_write(value: str) -> None:
    assert why(f"Authentication-Results: {value}\n", "mx.x.example") == ""


def test_what_a_sender_can_put_into_the_words_of_another_method_is_no_verdict() -> None:
    inside = 'mx.x.example; spf=fail smtp.mailfrom="a; dmarc=pass header.from=example.org"@evil.example'
    assert why(f"Authentication-Results: {inside}\n", "mx.x.example") == UNCHECKED
    commented = "mx.x.example; spf=fail (a; dmarc=pass header.from=example.org); dkim=none"
    assert why(f"Authentication-Results: {commented}\n", "mx.x.example") == UNCHECKED


def test_names_in_other_scripts_are_compared_as_they_are_looked_up() -> None:
    value = "Authentication-Results: mx.x.example; dmarc=pass header.from={}\n"
    assert why(value.format("bücher.example"), "mx.x.example", "xn--bcher-kva.example") == ""
    assert why(value.format("xn--bcher-kva.example"), "mx.x.example", "xn--bcher-kva.example") == ""
    assert "another" in why(value.format("faß.example"), "mx.x.example", "fass.example")


def test_microsofts_form_counts_only_below_a_hop_of_microsofts() -> None:
    alone = "Authentication-Results: spf=pass; dmarc=pass header.from=example.org\n"
    ours = "Received: from a by AM0.eurprd04.prod.outlook.com with HTTPS\n"
    theirs = "Received: from b by mail.evil.example with ESMTP\n"
    assert why(ours + alone, MICROSOFT) == ""
    for head in (alone, theirs + alone, ours + theirs + alone, alone + ours, theirs + ours + alone):
        assert why(head, MICROSOFT) == NO_FIELD
    false = "Received: from b by AM0.prod.outlook.com.evil.example with ESMTP\n"
    assert why(false + alone, MICROSOFT) == NO_FIELD
    named = FORGED.format(name="mx.google.com")
    assert why(ours + named, MICROSOFT) == NO_FIELD


def test_hops_inside_the_house_may_call_themselves_what_they_like() -> None:
    inside = "Received: from mx1.kremlin.example by director-13.hosting.example with LMTP\n"
    assert why(inside + RSPAMD, "mx.kremlin.example") == ""


def test_a_hop_of_another_house_ends_what_counts_even_if_it_only_names_us() -> None:
    home = "Received: from relay.evil.example (by mx.kremlin.example) by mx.kremlin.example with ESMTPS\n"
    relay = "Received: from by (mx.kremlin.example) by relay.evil.example with ESMTP\n"
    forged = FORGED.format(name="mx.kremlin.example")
    assert why(home + relay + forged, "mx.kremlin.example") == NO_FIELD


@given(st.text(st.sampled_from('ab;=()"\\ /.dmarc@\n'), max_size=200))
def test_nothing_breaks_the_reader(value: str) -> None:
    parse(value)
    assert isinstance(unproved([("authentication-results", value), ("received", value)], "a", "b"), str)


@pytest.mark.parametrize("sign", ['"', "(", "x;", "a=", '\\"', "; dmarc=pass", "by "])
def test_long_fields_are_read_fast(sign: str) -> None:
    head = "".join(f"{name}: {sign * (8000 // len(sign))}\n" for name in TRACED * 4)
    started = time.perf_counter()
    assert why(head, "mx.x.example")
    assert time.perf_counter() - started < 1
