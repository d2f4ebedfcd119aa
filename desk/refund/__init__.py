"""The refund desk: cases, four tools, their faults, and the train generator."""

from desk.refund.case import CAP_CENTS, MAX_CENTS, Case, Expectation, Line, Prior
from desk.refund.cases import CaseError, CaseSet, eval18_cases, eval_cases, read_cases
from desk.refund.episode import Episode, RefundRollout
from desk.refund.outcome import HARM, Wrong, wrongs
from desk.refund.play import Agent, play
from desk.refund.replay import resealed
from desk.refund.tools import Ticket, Tools, called
from desk.refund.train import train_cases
from desk.refund.world import SIGNATURES, End, Payment, RefundDesk, problem

__all__ = [
    "CAP_CENTS",
    "HARM",
    "MAX_CENTS",
    "SIGNATURES",
    "Agent",
    "Case",
    "CaseError",
    "CaseSet",
    "End",
    "Episode",
    "Expectation",
    "Line",
    "Payment",
    "Prior",
    "RefundDesk",
    "RefundRollout",
    "Ticket",
    "Tools",
    "Wrong",
    "called",
    "eval18_cases",
    "eval_cases",
    "play",
    "problem",
    "read_cases",
    "resealed",
    "train_cases",
    "wrongs",
]
