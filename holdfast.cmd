@echo off
rem Starts the holdfast command on Windows. In a clone it first builds it if it was not built yet: docs\install.md.
setlocal
set "HERE=%~dp0"
rem ANSWERS: the command, if its exit code is an answer that no failure may give. UNJUDGED: the answer of a hook if all fails.
set "ANSWERS="
set "UNJUDGED=69"
set "FREE="
:word
if "%~1"=="" goto jar
if "%~1"=="who" set "ANSWERS=who" & set "FREE=-Dholdfast.free=111" & goto jar
if "%~1"=="hook" set "ANSWERS=hook" & set "UNJUDGED=0" & goto away
set "WORD=%~1"
if "%WORD%"=="--store" shift
if "%WORD%"=="--owner" shift
if "%WORD%"=="--color" shift
if "%WORD%"=="--in" shift
shift
if "%WORD:~0,1%"=="-" goto word
goto jar
rem cmd divides words at "=", so --when-away=open comes as two words, as --when-away open does.
:away
shift
if "%~1"=="" goto jar
if not "%~1"=="--when-away" goto away
if not "%~2"=="open" set "UNJUDGED=2"
:jar
set "JAR=%HERE%holdfast.jar"
if exist "%JAR%" goto java
set "JAR=%HERE%cli\target\fast\holdfast.jar"
if exist "%JAR%" goto java
echo holdfast: building from the sources, once; this takes up to two minutes. 1>&2
pushd "%HERE%"
call mvnw.cmd -B -q -Dfast -Dmaven.test.skip=true -pl cli,cli/extras,cli/audit,examples -am package 1>&2
set "CODE=%ERRORLEVEL%"
popd
if not "%CODE%"=="0" (
  echo holdfast: The build failed; it needs a JDK 17 or later, and the network. 1>&2
  exit /b %UNJUDGED%
)
:java
set "JAVA=java"
if defined JAVA_HOME set "JAVA=%JAVA_HOME%\bin\java.exe"
"%JAVA%" -version >nul 2>&1
if errorlevel 1 (
  echo holdfast: There is no java on the PATH: install Java 17 or later, or set JAVA_HOME. 1>&2
  exit /b %UNJUDGED%
)
"%JAVA%" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:-UsePerfData -XX:+ExitOnOutOfMemoryError %FREE% -cp "%JAR%" dev.holdfast.cli.Main %*
set "CODE=%ERRORLEVEL%"
if "%ANSWERS%:%CODE%"=="who:1" goto failed
if "%ANSWERS%"=="hook" if not "%CODE%"=="0" if not "%CODE%"=="2" goto failed
if "%ANSWERS%:%CODE%"=="who:111" set "CODE=1"
exit /b %CODE%
rem The code of a JVM that does not start is 1: "free" of who, and no answer of a hook.
:failed
echo holdfast: Java did not start, or was ended (code %CODE%): the lines above say why. 1>&2
exit /b %UNJUDGED%
