@echo off
rem Starts the holdfast command on Windows. In a clone it first builds it if it was not built yet: docs\install.md.
setlocal
set "HERE=%~dp0"
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
  exit /b 69
)
:java
set "JAVA=java"
if defined JAVA_HOME set "JAVA=%JAVA_HOME%\bin\java.exe"
"%JAVA%" -version >nul 2>&1
if errorlevel 1 (
  echo holdfast: There is no java on the PATH: install Java 17 or later, or set JAVA_HOME. 1>&2
  exit /b 69
)
"%JAVA%" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:-UsePerfData -XX:+ExitOnOutOfMemoryError -cp "%JAR%" dev.holdfast.cli.Main %*
exit /b %ERRORLEVEL%
